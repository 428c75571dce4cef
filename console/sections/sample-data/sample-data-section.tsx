import type { ComponentType } from 'react'
import { SampleData } from './sample-data.tsx'

interface BootModule {
  SignedIn: ComponentType
}

/**
 * The console on sample data: its service, its accounts, then everything that is behind the sign-in, fetched on demand.
 */
export function wrapBoot(load: () => Promise<BootModule>): BootModule {
  return { SignedIn: () => <SampleData load={load} /> }
}
