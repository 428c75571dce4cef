import { runInSlices } from '../../../../contract/cooperative.ts'
import { type AlertRuleSettings, windowMsOf } from '../../../../contract/index.ts'
import { findIncidents, type Incident } from '../../../../engine/alerts/incidents.ts'
import { readWindows } from '../../../../features/alerts/reads/alert-series.ts'
import { definitionOf, figuresOf } from '../../../../features/alerts/rules/definition.ts'
import { stepEnd } from '../../../../features/alerts/rules/preview.ts'
import { type DemoAccount, demoEnvironmentIds } from '../../../../kernel/identity/demo-tenants.ts'
import type { Db } from '../../../../ports/database.ts'
import { day } from '../../history/orders.ts'
import { starterAlerts } from './starter-alerts.ts'

/** Days of the history whose incidents are shown. */
const shownDays = 30
const alertId = (number: number) => `a55a0020-0000-4000-8000-${number.toString(16).padStart(12, '0')}`
const incidentId = (alert: number, number: number) =>
  `a55a0021-0000-4000-8000-${(alert * 1000 + number).toString(16).padStart(12, '0')}`

/**
 * Adds the alerts of both shops, with the incidents that their checks would have opened in the last weeks of the
 * history. Idempotent: an alert that exists stays as it is.
 */
export async function seedAlerts(db: Db, staff: AlertStaff, now: Date): Promise<void> {
  let number = 0
  for (const environmentId of [demoEnvironmentIds.harborEu, demoEnvironmentIds.harborUs])
    for (const settings of starterAlerts) await seedAlert(db, { environmentId, number: number++, settings, staff, now })
}

/** Who works with the alerts of the demo. */
interface AlertStaff {
  /** Returns who made the n-th alert, and when. */
  madeBy: (number: number) => { author: Pick<DemoAccount, 'id' | 'name'>; at: Date }
  /** Name of who acts on incidents. */
  manager: string
}

interface SeededAlert {
  environmentId: string
  number: number
  settings: AlertRuleSettings
  staff: AlertStaff
  now: Date
}

async function seedAlert(db: Db, { environmentId, number, settings, staff, now }: SeededAlert): Promise<void> {
  const windows = await readWindows(db, settings, [environmentId], {
    from: now.getTime() - shownDays * day,
    to: now.getTime(),
  })
  const found = await runInSlices(findIncidents(windows.series, definitionOf(settings, windows.steps), windows.first))
  const { author, at: made } = staff.madeBy(number)
  await db.transaction().execute(async trx => {
    const { numInsertedOrUpdatedRows: added } = await trx
      .insertInto('alert_rule')
      .values({
        id: alertId(number),
        environment_id: environmentId,
        name: settings.name,
        settings: JSON.stringify(settings),
        enabled: settings.enabled,
        changed_by_id: author.id,
        changed_by: author.name,
        created_at: made,
        updated_at: made,
      })
      .onConflict(conflict => conflict.doNothing())
      .executeTakeFirst()
    if (added !== 1n || found.length === 0) return
    await trx
      .insertInto('alert_incident')
      .values(
        found.map((incident, index) => ({
          id: incidentId(number, index),
          environment_id: environmentId,
          alert_id: alertId(number),
          name: settings.name,
          settings: JSON.stringify(settings),
          version: 1,
          ...historyOf(incident, settings, { now, manager: staff.manager, endOf: step => stepEnd(windows, step) }),
        })),
      )
      .execute()
  })
}

/** Returns the times of an incident, and what became of it: somebody acted on those that are over for a day. */
function historyOf(
  { from, to, open, peak, peakAt }: Incident,
  settings: AlertRuleSettings,
  { now, manager, endOf }: { now: Date; manager: string; endOf: (step: number) => number },
) {
  const opened = new Date(endOf(from))
  const fired = new Date(endOf(to))
  const calm = new Date(fired.getTime() + windowMsOf(settings.window))
  const isActedOn = !open && calm.getTime() < now.getTime() - day
  const act = {
    by: manager,
    at: calm.toISOString(),
    note: 'Looked at the events: the rules rejected most of them.',
    until: null,
  }
  return {
    opened_at: opened,
    fired_at: fired,
    notified_at: opened,
    ended_at: open ? null : calm,
    peak: JSON.stringify(figuresOf(peak, endOf(peakAt))),
    status: isActedOn ? 'resolved' : 'open',
    act: isActedOn ? JSON.stringify(act) : null,
    acted: isActedOn ? true : null,
  }
}
