// SPDX-License-Identifier: MIT
//
// The service worker: keeps all files of one version of the page, named by the hash of their
// contents, and answers from them. What is not one of these files goes to the network. Its answers isolate the page from
// other sites, as those of our server do: only then may workers share memory (solve/worker.ts), wherever the page is hosted.

// Put in by build.mjs.
declare const VERSION: string;
declare const FILES: readonly string[];

const scope = self as unknown as ServiceWorkerGlobalScope;
const NAME = `linework-${VERSION}`;

async function install(): Promise<void> {
  const cache = await caches.open(NAME);
  await cache.addAll(FILES.map((file) => new Request(file, { cache: 'reload' })));
}

async function activate(): Promise<void> {
  for (const name of await caches.keys()) {
    if (name.startsWith('linework-') && name !== NAME) await caches.delete(name);
  }
  await scope.clients.claim();
}

async function answer(request: Request): Promise<Response> {
  const cache = await caches.open(NAME);
  const found = await cache.match(request, { ignoreSearch: true });
  return isolated(found ?? (await fetch(request)));
}

function isolated(answer: Response): Response {
  if (answer.status === 0) return answer; // of another site, which nobody may look into
  const headers = new Headers(answer.headers);
  headers.set('Cross-Origin-Opener-Policy', 'same-origin');
  headers.set('Cross-Origin-Embedder-Policy', 'require-corp');
  headers.set('Cross-Origin-Resource-Policy', 'same-origin');
  return new Response(answer.body, { status: answer.status, statusText: answer.statusText, headers });
}

scope.addEventListener('install', (event) => event.waitUntil(install()));
scope.addEventListener('activate', (event) => event.waitUntil(activate()));
scope.addEventListener('message', (event) => {
  if (event.data === 'use') void scope.skipWaiting();
});
scope.addEventListener('fetch', (event) => {
  const url = new URL(event.request.url);
  const root = new URL(scope.registration.scope);
  if (event.request.method !== 'GET' || url.origin !== root.origin) return;
  const path = url.pathname.slice(root.pathname.length);
  const file = path === '' ? './' : path;
  if (FILES.includes(file)) event.respondWith(answer(event.request));
});
