// SPDX-License-Identifier: MIT
//
// Small sounds of wood and bamboo, made on the spot, and what a hand can feel. There is neither until somebody wants it.

let context: AudioContext | null = null;

function knock(at: number, pitch: number, loudness: number): void {
  if (!context) return;
  const tone = context.createOscillator();
  const volume = context.createGain();
  tone.type = 'triangle';
  tone.frequency.setValueAtTime(pitch, at);
  tone.frequency.exponentialRampToValueAtTime(pitch * 0.55, at + 0.07);
  volume.gain.setValueAtTime(loudness, at);
  volume.gain.exponentialRampToValueAtTime(0.0001, at + 0.11);
  tone.connect(volume).connect(context.destination);
  tone.start(at);
  tone.stop(at + 0.12);
}

export function play(sound: 'step' | 'turn' | 'over'): void {
  context ??= new AudioContext();
  void context.resume();
  const now = context.currentTime;
  if (sound === 'step') knock(now, 420 + Math.random() * 60, 0.22);
  else if (sound === 'turn') [392, 523].forEach((pitch, i) => knock(now + i * 0.14, pitch, 0.22));
  else [523, 659, 784].forEach((pitch, i) => knock(now + i * 0.12, pitch, 0.2));
}

/** Whether the device can be felt; a computer on a desk may say so, too. */
export const canVibrate = (): boolean => 'vibrate' in navigator && matchMedia('(pointer: coarse)').matches;

export function shake(news: 'step' | 'over'): void {
  if (canVibrate()) navigator.vibrate(news === 'step' ? 12 : [30, 60, 30]);
}
