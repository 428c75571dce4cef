import { defined } from '../../../contract/defined.ts'
import { createAssessmentRegistry } from '../../../engine/assessment-types/assessment-registry.ts'
import type { RunServices } from '../../../features/uploads/processing/run-context.ts'
import type { RunMeter } from '../../../features/uploads/processing/run-meter.ts'
import { ipCountry } from '../../../kernel/ip-country.ts'
import { newId } from '../../../kernel/store/new-id.ts'
import type { Db } from '../../../ports/database.ts'
import type { Logger } from '../../../ports/index.ts'
import { createInstrumentHash } from '../retail/instrument-hash.ts'
import { createUploadFiles } from './upload-files.ts'

interface RunParts {
  db: Db
  log: Logger
  live: RunServices['live']
  dataDir: string
  eventMonths: number
  secretKey: string
  signal: AbortSignal
  meter?: RunMeter
}

/** Creates what runs of data upload need, in the thread of the service and for the command. */
export function createRunServices(parts: RunParts): RunServices {
  const { db, log, live, dataDir, eventMonths, secretKey, signal, meter } = parts
  const clock = () => new Date()
  const assessments = createAssessmentRegistry({ db, clock, log })
  return {
    ports: { db, clock, newId, log },
    files: createUploadFiles({ dataDir }),
    live,
    countryOf: ipCountry,
    eventMonths,
    instrumentHash: environmentId => createInstrumentHash(secretKey, environmentId),
    ownTypes: async environmentId => {
      await assessments.reload()
      return assessments.ownNames(environmentId)
    },
    signal,
    ...defined({ meter }),
  }
}
