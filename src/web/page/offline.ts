// SPDX-License-Identifier: MIT
//
// The page's side of the service worker (sw.ts): it makes the page work without a network, and
// tells when there is a new version, which is used only when the reader says so.

export function offline(ready: (apply: () => void) => void): void {
  if (!('serviceWorker' in navigator)) return;
  const { serviceWorker } = navigator;
  const hadOne = serviceWorker.controller !== null;
  let applied = false;
  serviceWorker.addEventListener('controllerchange', () => {
    if (hadOne && applied) location.reload();
  });
  const offer = (waiting: ServiceWorker): void => ready(() => {
    applied = true;
    waiting.postMessage('use');
  });
  serviceWorker.register('sw.js').then(
    (registration: ServiceWorkerRegistration | undefined) => {
      if (!registration) return; // some browsers forbid it silently
      if (registration.waiting && hadOne) offer(registration.waiting);
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
