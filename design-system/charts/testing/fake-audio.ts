import type { ChartAudio } from '../../lib/chart-surroundings/chart-audio.ts'

/** An event of a parameter of the audio graph: what it is set to, and when. */
export interface AudioEvent {
  parameter: 'frequency' | 'pan' | 'gain'
  value: number
  time: number
}

/** Audio that only records what it is asked for: tests and stories have no loudspeaker. */
export function createFakeAudio(): { audio: ChartAudio; events: AudioEvent[]; calls: string[] } {
  const events: AudioEvent[] = []
  const calls: string[] = []
  const parameter = (name: AudioEvent['parameter']) => {
    const record = (value: number, time: number) => {
      events.push({ parameter: name, value, time })
    }
    return { setValueAtTime: record, linearRampToValueAtTime: record }
  }
  const node = (parts: object) => {
    const made = { ...parts, connect: (next: unknown) => next, disconnect: () => calls.push('disconnect') }
    return made
  }
  const audio = {
    currentTime: 0,
    destination: {},
    createOscillator: () =>
      node({
        frequency: parameter('frequency'),
        start: () => calls.push('start'),
        stop: () => undefined,
      }),
    createGain: () => node({ gain: parameter('gain') }),
    createStereoPanner: () => node({ pan: parameter('pan') }),
    resume: async () => undefined,
    close: async () => {
      calls.push('close')
    },
  }
  return { audio: audio as unknown as ChartAudio, events, calls }
}
