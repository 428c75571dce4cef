import { sql } from 'kysely'
import type { BoosterFigures, BoosterGroup } from '../../contract/index.ts'
import { boosterLimits } from '../../contract/index.ts'
import { differenceInterval, shareInterval } from '../../engine/contrast/intervals.ts'
import type { Db } from '../../ports/database.ts'

interface GroupRow {
  held_out: boolean
  messages: number
  approved: number
  declined: number
}
interface StateRow {
  state: 'waiting' | 'sent' | 'failed' | 'heldOut'
  messages: number
}

const day = 86_400_000

/**
 * Returns what became of the messages of the last days, and what the banks answered with and without them: the latest
 * answer to a purchase counts. Both groups are of purchases whose bank or network takes part; those that a receiver did
 * not accept stay in their group, so that the draw alone decides who is in which.
 */
export async function loadFigures(db: Db, scope: readonly string[], now: Date): Promise<BoosterFigures> {
  const since = new Date(now.getTime() - boosterLimits.figureDays * day)
  const own = sql`from booster_message m where m.environment_id = any(${[...scope]}::uuid[]) and m.at >= ${since}::timestamptz`
  const [states, groups] = await Promise.all([
    sql<StateRow>`select m.state, count(*)::int as messages ${own} group by m.state`.execute(db),
    sql<GroupRow>`
      select m.state = 'heldOut' as held_out, count(*)::int as messages,
        (count(*) filter (where b.status = 'Approved'))::int as approved,
        (count(*) filter (where b.status = 'Declined'))::int as declined
      from (select m.* ${own} and m.state <> 'waiting') m
      left join lateral (
        select d.body ->> 'status' as status from data_event d
        where d.environment_id = m.environment_id and d.subject_type = 'purchase' and d.subject_id = m.external_id
          and d.event_type = 'bankevent' and d.body ->> 'status' in ('Approved', 'Declined')
        order by d.happened_at desc, d.at desc limit 1
      ) b on true
      group by 1`.execute(db),
  ])
  const countOf = (state: StateRow['state']): number => states.rows.find(each => each.state === state)?.messages ?? 0
  const groupOf = (heldOut: boolean): BoosterGroup => toGroup(groups.rows.find(each => each.held_out === heldOut))
  const [shared, control] = [groupOf(false), groupOf(true)]
  return {
    days: boosterLimits.figureDays,
    sent: countOf('sent'),
    waiting: countOf('waiting'),
    failed: countOf('failed'),
    shared,
    control,
    difference:
      shared.approval === null || control.approval === null
        ? null
        : {
            share: shared.approval.share - control.approval.share,
            ...differenceInterval(shared.approval, control.approval),
          },
  }
}

/** An interval of fewer answers would be as wide as everything. */
function toGroup(
  { messages, approved, declined }: Omit<GroupRow, 'held_out'> = { messages: 0, approved: 0, declined: 0 },
) {
  const answered = approved + declined
  return {
    messages,
    answered,
    approval:
      answered < boosterLimits.fewestAnswers
        ? null
        : { share: approved / answered, ...shareInterval(approved, answered) },
  }
}
