import { uploadRunLimits } from '../../../contract/index.ts'
import type { Ports } from '../../../ports/index.ts'

/** Removes the error files of runs that ended long ago; what became of their files stays. */
export async function removeErrorFiles({ db, clock }: Pick<Ports, 'db' | 'clock'>): Promise<number> {
  const before = new Date(clock().getTime() - uploadRunLimits.errorFileDays * 86_400_000)
  const { numDeletedRows } = await db
    .deleteFrom('upload_issue')
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('upload_run')
          .select('id')
          .whereRef('upload_run.id', '=', 'upload_issue.run_id')
          .where('finished_at', '<', before),
      ),
    )
    .executeTakeFirst()
  return Number(numDeletedRows)
}
