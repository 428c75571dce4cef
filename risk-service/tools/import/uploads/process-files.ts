import {
  type UploadEntityName,
  type UploadErrorChoice,
  type UploadRunDetail,
  uploadRunLimits,
} from '../../../contract/index.ts'
import type { UploadCall } from '../../../features/uploads/files/upload-call.ts'
import { processNextRun } from '../../../features/uploads/processing/process-runs.ts'
import { requestRun } from '../../../features/uploads/processing/requested-runs.ts'
import type { RunServices } from '../../../features/uploads/processing/run-context.ts'
import { listRuns, loadRun } from '../../../features/uploads/run-reads/load-runs.ts'
import { RefusedError, StoppedError } from './put-file.ts'

/** Milliseconds between two looks at a run. */
const lookMs = 500

export interface ProcessOptions {
  entities: readonly UploadEntityName[]
  dryRun: boolean
  onErrors: UploadErrorChoice
  onProgress: (run: UploadRunDetail) => void
}

/**
 * Processes files until their run has ended: here, unless a service takes the run first. Continues a run of theirs that
 * has not ended. @throws StoppedError, RefusedError while a run of theirs is open that was requested otherwise
 */
export async function processFiles(
  call: UploadCall,
  services: RunServices,
  { entities, dryRun, onErrors, onProgress }: ProcessOptions,
): Promise<UploadRunDetail> {
  const id =
    (await findOpenRun(call, { entities, dryRun, onErrors })) ??
    (await requestRun(call, { entities, dryRun, onErrors })).id
  const look = async (): Promise<UploadRunDetail> => {
    const run = await loadRun(call, id)
    onProgress(run)
    return run
  }
  for (;;) {
    const working = processNextRun(services)
    // Its error is that of whoever awaits it next.
    working.catch(() => undefined)
    while (!(await ended(working, lookMs))) await look()
    const run = await look()
    if (run.state !== 'Waiting' && run.state !== 'Running') return run
    if (services.signal?.aborted) throw new StoppedError()
    // Another process has the run, or had it before it was killed: its lease ends within a minute.
    if (!(await working)) await ended(new Promise(() => undefined), lookMs)
  }
}

/** Whether work ends within some milliseconds. @throws its error */
async function ended(work: Promise<unknown>, milliseconds: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<false>(resolve => {
    timer = setTimeout(resolve, milliseconds, false)
  })
  try {
    return await Promise.race([work.then(() => true), late])
  } finally {
    clearTimeout(timer)
  }
}

/** Returns the run of some entities that waits or is under way. @throws RefusedError for one with other options */
async function findOpenRun(
  call: UploadCall,
  { entities, dryRun, onErrors }: Pick<ProcessOptions, 'entities' | 'dryRun' | 'onErrors'>,
): Promise<string | undefined> {
  const { runs } = await listRuns(call, { limit: uploadRunLimits.pageSize })
  const open = runs.find(
    ({ state, entities: own }) =>
      (state === 'Waiting' || state === 'Running') && entities.some(entity => own.includes(entity)),
  )
  if (open !== undefined && (open.dryRun !== dryRun || open.onErrors !== onErrors))
    throw new RefusedError(
      `${entities.join(', ')}: run ${open.id} of ${open.requestedBy} has not ended, and was requested ${optionsOf(open)}. Wait for its end or cancel it, then enter the command again.`,
    )
  return open?.id
}

/** The options of the command that request such a run. */
function optionsOf({ dryRun, onErrors }: Pick<UploadRunDetail, 'dryRun' | 'onErrors'>): string {
  const options = [...(dryRun ? ['--dry-run'] : []), ...(onErrors === 'takeGoodRows' ? ['--good-rows'] : [])]
  return options.length > 0 ? `with ${options.join(' ')}` : 'without --dry-run and --good-rows'
}
