// SPDX-License-Identifier: MIT
//
// Small sounds of wood and bamboo, made on the spot. There is no audio until somebody wants it.

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

export function play(sound: 'step' | 'over'): void {
  context ??= new AudioContext();
  void context.resume();
  const now = context.currentTime;
  if (sound === 'step') knock(now, 420 + Math.random() * 60, 0.22);
  else [523, 659, 784].forEach((pitch, i) => knock(now + i * 0.12, pitch, 0.2));
}
