// SPDX-License-Identifier: MIT
//
// The page's side of the service worker (sw.ts): it makes the page work without a network, and
// tells when there is a new version, which is used only when the reader says so. Then every window
// begins again with the new one: a page of one version never runs on the files of another.

/** Whether the files that are kept now are those of this page: its script has its hash in its name. */
async function isCurrent(): Promise<boolean> {
  const script = document.querySelector<HTMLScriptElement>('script[src]');
  return !script || (await caches.match(script.src)) !== undefined;
}

export function offline(ready: (apply: () => void) => void): void {
  if (!('serviceWorker' in navigator)) return;
  const { serviceWorker } = navigator;
  let hasOne = serviceWorker.controller !== null;
  serviceWorker.addEventListener('controllerchange', () => {
    if (hasOne) return location.reload();
    hasOne = true; // the first one, which claims this page when it has nothing but its own files
    void isCurrent().then((current) => current || location.reload());
  });
  const offer = (waiting: ServiceWorker): void =>
    ready(() => {
      if (waiting.state === 'installed') waiting.postMessage('use');
      else location.reload(); // it is used already, or a newer one is
    });
  serviceWorker.register('sw.js').then(
    (registration: ServiceWorkerRegistration | undefined) => {
      if (!registration) return; // some browsers forbid it silently
      if (registration.waiting && hasOne) offer(registration.waiting);
      registration.addEventListener('updatefound', () => {
        const { installing } = registration;
        installing?.addEventListener('statechange', () => {
          if (installing.state === 'installed' && serviceWorker.controller) offer(installing);
        });
      });
    },
    () => undefined, // without one the page works, only not offline
  );
}
