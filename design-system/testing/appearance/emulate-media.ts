import { cdp } from 'vitest/browser'

type Feature = 'forced-colors' | 'prefers-reduced-motion'

/** Sets states of the browser that styles and components ask for; every other one is as it was started with. */
export async function emulateMedia(states: Partial<Record<Feature, string>>): Promise<void> {
  const session = cdp() as unknown as { send: (method: string, parameters: object) => Promise<unknown> }
  await session.send('Emulation.setEmulatedMedia', {
    features: Object.entries(states).map(([name, value]) => ({ name, value })),
  })
}
