import type { ComponentType } from 'react'
import { SampleData } from './sample-data.tsx'

interface Boot {
  SignedIn: ComponentType
}

/**
 * The console on sample data: its service, its accounts, then everything that is behind the sign-in, fetched when it is
 * wanted.
 */
export function aroundBoot(load: () => Promise<Boot>): Boot {
  return { SignedIn: () => <SampleData load={load} /> }
}
