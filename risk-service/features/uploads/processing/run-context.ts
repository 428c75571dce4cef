import type { CountryOf } from '../../../engine/enrich/enrich-purchase.ts'
import type { LiveHub } from '../../../kernel/live/live-hub.ts'
import type { Ports, UploadFiles } from '../../../ports/index.ts'
import type { Lease } from './lease.ts'
import type { RunRow } from './requested-runs.ts'
import type { RunMeter } from './run-meter.ts'

/** What runs need of the service. */
export interface RunServices {
  ports: Pick<Ports, 'db' | 'clock' | 'newId' | 'log'>
  files: UploadFiles
  live: Pick<LiveHub, 'publish'>
  countryOf: CountryOf
  /** Months for which events are stored: older ones would be removed at once. */
  eventMonths: number
  /** Hashes payment instruments of loss prevention with a key of the environment. */
  instrumentHash: (environmentId: string) => Promise<(instrument: string) => string>
  /** Event types of the assessments that an environment has of its own. */
  ownTypes: (environmentId: string) => Promise<readonly string[]>
  meter?: RunMeter
  /** The end of what is being sent to the database; null while nothing is. */
  whenSent?: () => Promise<void> | null
  /** Ends the work, which the next process continues. */
  signal?: AbortSignal | undefined
}

/** A run with this process's exclusive work on it. */
export interface RunContext extends RunServices {
  run: RunRow
  lease: Lease
}
