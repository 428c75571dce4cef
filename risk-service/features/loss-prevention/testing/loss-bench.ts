import type { LossEntity, LossEntityMonth, LossOpenings, LossSummary } from '../../../contract/index.ts'
import { type ConsoleBench, now, openConsoleBench, places } from '../../../http/console-api/testing/console-bench.ts'
import { newId } from '../../../kernel/store/new-id.ts'
import { silentLog } from '../../../kernel/store/testing/test-store.ts'
import type { Db } from '../../../ports/database.ts'
import { requestReport, runReports } from '../report/run-reports.ts'
import type { Till } from './till.ts'

/** The console API over a store with a report of what a till collected. */
export class LossBench {
  readonly console: ConsoleBench

  private constructor(console: ConsoleBench) {
    this.console = console
  }

  static async open(till: Till): Promise<LossBench> {
    const bench = new LossBench(await openConsoleBench())
    await till.store(bench.db, places.eu)
    await bench.request()
    await bench.finish()
    return bench
  }

  get db(): Db {
    return this.console.store.db
  }

  request = () => requestReport(this.db, places.eu, now)

  /** Computes a step of a report. */
  run = (more: Partial<Parameters<typeof runReports>[0]> = {}) =>
    runReports({ db: this.db, clock: () => now, newId, log: silentLog, ...more })

  async finish(more: Parameters<LossBench['run']>[0] = {}): Promise<void> {
    while (await this.run(more));
  }

  /** The database, with transactions that fail. @param before runs in place of each */
  failing(before: () => Promise<void> = () => Promise.resolve()): Db {
    return new Proxy(this.db, {
      get: (target, name) => {
        const own: unknown = Reflect.get(target, name, target)
        if (name !== 'transaction') return typeof own === 'function' ? (own.bind(target) as unknown) : own
        return () => ({
          execute: async () => {
            await before()
            throw new Error('The connection is lost.')
          },
        })
      },
    })
  }

  ask = (who: string, name: string, input: object, environment: string = places.eu) =>
    this.console.call(who, 'POST', `/environments/${environment}/loss-prevention/${name}`, input)

  async #read<Answer>(...call: Parameters<LossBench['ask']>): Promise<Answer> {
    const { status, json } = await this.ask(...call)
    if (status !== 200) throw new Error(`${call[1]}: ${status} ${JSON.stringify(json)}`)
    return json as Answer
  }

  summary = (input: object = {}, environment: string = places.eu) =>
    this.#read<LossSummary>('engineer', 'summary', input, environment)

  async pseudonymOf(id: string): Promise<string> {
    const { pseudonym } = await this.db
      .selectFrom('loss_entity')
      .select('pseudonym')
      .where('environment_id', '=', places.eu)
      .where('kind', '=', 'staff')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    return pseudonym
  }

  entity = async (id: string, who = 'engineer', input: object = {}) =>
    this.#read<LossEntity>(who, 'entity', { kind: 'staff', id: await this.pseudonymOf(id), ...input })

  terminal = (id: string) => this.#read<LossEntity>('engineer', 'entity', { kind: 'terminal', id })

  openings = async (id: string, cursor: string | null = null) =>
    this.#read<LossOpenings>('viewer', 'openings', { id: await this.pseudonymOf(id), cursor })

  /** The entries of the activity log about a resource of this type. */
  auditOf = (type: string, id: string) =>
    this.db
      .selectFrom('audit_log')
      .selectAll()
      .where('resource_type', '=', type)
      .where('resource_id', '=', id)
      .execute()

  close = () => this.console.close()
}

/** Returns a month of an entity. */
export function monthOf({ months }: LossEntity, month: string): LossEntityMonth {
  const found = months.find(each => each.month === month)
  if (!found) throw new Error(`There is no ${month}.`)
  return found
}

/** Twelve clerks with ten sales and a return each; `carl` pays returns out in cash, `desk…` have many, `rare` has few. */
export function fillTill(till: Till): Till {
  for (const month of ['2025-08', '2025-09', '2025-10']) {
    for (let each = 0; each < 12; each++) {
      till.sell(month, `mary${each}`, 'T1', 10)
      till.takeBack(month, `mary${each}`, 'T1', 1)
    }
    for (const name of ['desk1', 'desk2', 'desk3', 'desk4']) {
      till.sell(month, name, 'DESK', 10)
      till.takeBack(month, name, 'DESK', 20)
    }
    till.sell(month, 'carl', 'T1', 10)
    if (month === '2025-08') till.takeBack(month, 'carl', 'T1', 1)
    else till.takeBack(month, 'carl', 'T1', 40, { cash: true })
    till.sell(month, 'rare', 'T1', 2)
    till.takeBack(month, 'rare', 'T1', 4, { receipt: false })
  }
  return till
}
