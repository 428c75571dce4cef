import type pg from 'pg'
import { defined } from '../../../contract/defined.ts'
import { createAssessmentRegistry } from '../../../engine/assessment-types/assessment-registry.ts'
import type { RunServices } from '../../../features/uploads/processing/run-context.ts'
import type { RunMeter } from '../../../features/uploads/processing/run-meter.ts'
import { ipCountry } from '../../../kernel/ip-country.ts'
import { reuseBindBuffer } from '../../../kernel/store/connection/binary/bind-buffer.ts'
import { type ConnectionTarget, openPool } from '../../../kernel/store/connection/connection.ts'
import { acceptCopies } from '../../../kernel/store/connection/copy/copy-statements.ts'
import { backgroundSettings } from '../../../kernel/store/connection/thread-priority.ts'
import { newId } from '../../../kernel/store/new-id.ts'
import type { Db } from '../../../ports/database.ts'
import type { Logger } from '../../../ports/index.ts'
import type { SecretKey } from '../../../ports/secret-key.ts'
import { loadInstrumentHash } from '../retail/instrument-hash.ts'
import { createUploadFiles } from './upload-files.ts'

/**
 * Opens the connections of runs: for the batch that is stored, and for the one that is prepared meanwhile. A batch has
 * megabytes of parameters, whose memory the next one uses again.
 */
export function openRunPool(target: ConnectionTarget, log: Logger): RunPool {
  const pool = openPool(target, 'assay-uploads', log, { max: 2, settings: backgroundSettings })
  let sending: Promise<void> | null = null
  const onSending = (sent: Promise<void>): void => {
    sending = sent
    void sent.then(() => {
      if (sending === sent) sending = null
    })
  }
  pool.on('connect', client => {
    reuseBindBuffer(client as pg.Client, onSending)
    acceptCopies(client, onSending)
  })
  return { pool, whenSent: () => sending }
}

export interface RunPool {
  pool: pg.Pool
  whenSent: NonNullable<RunServices['whenSent']>
}

interface RunParts {
  db: Db
  log: Logger
  live: RunServices['live']
  dataDir: string
  eventMonths: number
  secretKey: SecretKey
  signal: AbortSignal
  meter?: RunMeter
  whenSent?: RunServices['whenSent']
}

/** Creates what runs of data upload need, in the thread of the service and for the command. */
export function createRunServices(parts: RunParts): RunServices {
  const { db, log, live, dataDir, eventMonths, secretKey, signal, meter, whenSent } = parts
  const clock = () => new Date()
  const assessments = createAssessmentRegistry({ db, clock, log })
  return {
    ports: { db, clock, newId, log },
    files: createUploadFiles({ dataDir }),
    live,
    countryOf: ipCountry,
    eventMonths,
    instrumentHash: environmentId => loadInstrumentHash(db, secretKey, environmentId),
    ownTypes: async environmentId => {
      await assessments.reload()
      return assessments.ownNames(environmentId)
    },
    signal,
    ...defined({ meter, whenSent }),
  }
}
