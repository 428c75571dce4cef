import { uuid } from '../../contract/common/entities.ts'
import type { BacktestEvent } from '../../contract/rules/backtests.ts'
import { NotFoundError, ValidationError } from '../../kernel/errors/errors.ts'
import type { BacktestContext } from './backtests.ts'
import { findBacktest, loadChangedPage } from './store.ts'

/** @throws ValidationError */
function parseCursor(cursor: string): [at: Date, eventId: string] {
  const [time = '', id, ...more] = cursor.split('~')
  const at = new Date(time)
  if (
    !/^\d{4}-/.test(time) ||
    Number.isNaN(at.getTime()) ||
    at.toISOString() !== time ||
    !uuid.safeParse(id).success ||
    more.length > 0
  )
    throw new ValidationError(['cursor'], 'This is not a place in the list.')
  return [at, String(id)]
}

/** @throws NotFoundError, ValidationError for an invalid cursor */
export async function loadChangedEvents(
  { ports: { db }, environmentId }: Pick<BacktestContext, 'ports' | 'environmentId'>,
  id: string,
  { cursor, limit }: { cursor?: string | undefined; limit: number },
  kind: 'decision' | 'outage' = 'decision',
): Promise<{ rows: BacktestEvent[]; nextCursor: string | null }> {
  if ((await findBacktest(db, environmentId, id, kind)) === null) throw new NotFoundError('There is no such back-test.')
  const after = cursor === undefined ? null : parseCursor(cursor)
  const rows = await loadChangedPage(db, environmentId, id, after, limit + 1)
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  return {
    rows: shown.map(row => ({
      eventId: row.event_id,
      environmentId: row.event_environment_id,
      externalId: row.external_id,
      at: row.at.toISOString(),
      before: row.before as BacktestEvent['before'],
      after: row.after as BacktestEvent['after'],
      rule: row.rule,
      clause: row.clause,
      amountUsd: row.amount_usd,
      label: row.label as BacktestEvent['label'],
    })),
    nextCursor: rows.length > limit && last !== undefined ? `${last.at.toISOString()}~${last.event_id}` : null,
  }
}
