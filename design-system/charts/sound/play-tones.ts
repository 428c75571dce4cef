import type { ChartAudio } from '../../lib/chart-surroundings/chart-audio.ts'
import type { Tone } from './tones.ts'

interface Listeners {
  /** A series begins, before its first tone. */
  onSeries: (series: number) => void
  /** A step is heard. */
  onStep: (step: number) => void
  /** All has been heard; not called when it was stopped. */
  onEnd: () => void
}

/** Milliseconds in which the name of a series can be read out before its tones. */
export const leadTime = 1500
const volume = 0.2
/** Seconds in which a tone comes and goes: at once, it would click. */
const fade = 0.008

/** Plays series one after another; the result stops them. */
export function playTones(audio: ChartAudio, series: readonly (readonly Tone[])[], listeners: Listeners): () => void {
  let timers: ReturnType<typeof setTimeout>[] = []
  let silence: (() => void) | undefined
  let closed = false
  const later = (action: () => void, milliseconds: number) => timers.push(setTimeout(action, milliseconds))
  const stop = () => {
    if (closed) return
    closed = true
    timers.forEach(clearTimeout)
    timers = []
    silence?.()
    void audio.close()
  }
  const next = (n: number) => {
    const tones = series[n]
    if (tones === undefined) {
      stop()
      return listeners.onEnd()
    }
    listeners.onSeries(n)
    later(() => {
      silence = schedule(audio, tones)
      for (const { step, start } of tones) later(() => listeners.onStep(step), start * 1000)
      const last = tones.at(-1)
      later(() => next(n + 1), last === undefined ? 0 : (last.start + last.length) * 1000)
    }, leadTime)
  }
  void audio.resume()
  next(0)
  return stop
}

/** Hands the tones of a series to the audio clock, which is exact where timers are not. */
function schedule(audio: ChartAudio, tones: readonly Tone[]): () => void {
  const [oscillator, gain, panner] = [audio.createOscillator(), audio.createGain(), audio.createStereoPanner()]
  oscillator.connect(gain).connect(panner).connect(audio.destination)
  const now = audio.currentTime
  gain.gain.setValueAtTime(0, now)
  for (const { frequency, start, length, pan } of tones) {
    if (frequency === null) continue
    const at = now + start
    oscillator.frequency.setValueAtTime(frequency, at)
    panner.pan.setValueAtTime(pan, at)
    gain.gain.setValueAtTime(0, at)
    gain.gain.linearRampToValueAtTime(volume, at + fade)
    gain.gain.setValueAtTime(volume, at + length - fade)
    gain.gain.linearRampToValueAtTime(0, at + length)
  }
  const last = tones.at(-1)
  oscillator.start(now)
  oscillator.stop(now + (last === undefined ? 0 : last.start + last.length))
  return () => oscillator.disconnect()
}
