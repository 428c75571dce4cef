import type http from 'node:http'
import type { RetailConnectorState } from '../../../contract/index.ts'
import { type ConsoleBench, now, openConsoleBench, places } from '../../../http/console-api/testing/console-bench.ts'
import { createOutgoingHttp, type OutgoingOptions } from '../../../http/node/outgoing-http.ts'
import { createInstrumentHash } from '../../../http/node/retail/instrument-hash.ts'
import { newId } from '../../../kernel/store/new-id.ts'
import { silentLog } from '../../../kernel/store/testing/test-store.ts'
import type { Db } from '../../../ports/database.ts'
import type { RetailConnector, RetailHost } from '../../../ports/retail-connector.ts'
import type { RetailHistory, SampleRow } from '../../../tools/demo/retail/retail-history.ts'
import { type RetailService, startRetailService } from '../../../tools/demo/retail/retail-service.ts'
import { createDynamicsConnector } from '../dynamics/dynamics-connector.ts'
import { runSyncs, type SyncServices } from '../sync/run-syncs.ts'

const client = { clientId: 'assay', clientSecret: 'secret of the tests' }
type Intercept = (request: http.IncomingMessage, response: http.ServerResponse) => boolean

/** The console API with the connector, over the sample retail service with rows of the test. */
export class RetailBench {
  history: RetailHistory = emptyHistory()
  /** Answers requests in place of the service. */
  intercept: Intercept = () => false
  /** Paths and queries that the service was called with. */
  readonly requests: string[] = []
  readonly console: ConsoleBench
  readonly service: RetailService
  readonly connector: RetailConnector
  #now = now
  wakes = 0

  private constructor(console: ConsoleBench, service: RetailService, connector: RetailConnector) {
    this.console = console
    this.service = service
    this.connector = connector
  }

  static async open({ outgoing = {}, hosts = [], tokenUrl, pageRows = 3 }: BenchOptions = {}): Promise<RetailBench> {
    // Assigned before the service gets a request.
    const made: { bench?: RetailBench } = {}
    const bench = (): RetailBench => made.bench as RetailBench
    const service = await startRetailService({
      ...client,
      pageRows,
      history: () => bench().history,
      intercept: (request, response) => {
        bench().requests.push(decodeURIComponent(request.url ?? ''))
        return bench().intercept(request, response)
      },
    })
    const { host } = new URL(service.address)
    const connector = createDynamicsConnector({
      clock: () => bench().#now,
      newId,
      http: createOutgoingHttp({ privateHosts: [host], ...outgoing }),
      application: {
        ...client,
        tokenUrl: tokenUrl ?? service.tokenUrl,
        hosts: [{ host, tenantId: places.tenant }, ...hosts],
      },
    })
    const console = await openConsoleBench({ retail: { connector, wake: () => (bench().wakes += 1) } })
    made.bench = new RetailBench(console, service, connector)
    return made.bench
  }

  get db(): Db {
    return this.console.store.db
  }

  call = (as: string | null, method: 'GET' | 'POST', name = '', body?: object, environment: string = places.eu) =>
    this.console.call(as, method, `/environments/${environment}/retail-connector${name === '' ? '' : `/${name}`}`, body)

  /** Makes a call that succeeds. */
  async done(method: 'GET' | 'POST', name?: string, body?: object): Promise<RetailConnectorState> {
    const { status, json } = await this.call('engineer', method, name, body)
    if (status !== 200) throw new Error(`${name}: ${status} ${JSON.stringify(json)}`)
    return json as RetailConnectorState
  }

  connect = (url = this.service.address) => this.done('POST', 'connect', { url })
  state = () => this.done('GET')

  /** Runs the job once. */
  run = (more: Partial<SyncServices> & { at?: Date } = {}): Promise<boolean> => {
    if (more.at) this.#now = more.at
    return runSyncs({
      connector: this.connector,
      hashFor: async environmentId => createInstrumentHash('k'.repeat(32), environmentId),
      ...more,
      ports: { db: this.db, clock: () => this.#now, newId, log: silentLog, ...more.ports },
    })
  }

  stored = async () => ({
    transactions: (await this.db.selectFrom('loss_transaction').select('number').orderBy('number').execute()).map(
      ({ number }) => number,
    ),
    sales: await this.#count('loss_sale'),
    payments: await this.#count('loss_payment'),
  })

  async #count(table: 'loss_sale' | 'loss_payment'): Promise<number> {
    return (await this.db.selectFrom(table).select('number').execute()).length
  }

  /** Operations in the activity log, by their name: the clock of the bench stands still. */
  audits = async () =>
    (
      await this.db
        .selectFrom('audit_log')
        .select('operation')
        .where('resource_type', '=', 'RetailConnector')
        .orderBy('operation')
        .execute()
    ).map(({ operation }) => operation)

  async clear(): Promise<void> {
    this.history = emptyHistory()
    this.intercept = () => false
    this.requests.length = 0
    this.#now = now
    for (const table of [
      'retail_connection',
      'retail_sync',
      'loss_sale',
      'loss_payment',
      'loss_payment_method',
      'loss_transaction',
      'loss_report',
      'audit_log',
    ] as const)
      await this.db.deleteFrom(table).execute()
  }

  async close(): Promise<void> {
    await this.service.close()
    await this.console.close()
  }
}

interface BenchOptions {
  outgoing?: OutgoingOptions
  hosts?: RetailHost[]
  tokenUrl?: string
  pageRows?: number
}

const emptyHistory = (): RetailHistory => ({
  RetailPaymentMethods: [],
  RetailTransactions: [],
  RetailTransactionSalesLinesV2: [],
  RetailTransactionPaymentLinesV2: [],
})

/** A transaction with one line and one payment, as the retail system has it. */
export function addTransaction(
  history: RetailHistory,
  number: string,
  { time = '2025-11-19T22:00:00Z', ...change }: { time?: string; [name: string]: string | number } = {},
): void {
  const row = (more: SampleRow): SampleRow => ({
    TransactionNumber: number,
    Terminal: 'T1',
    OperatingUnitNumber: 'U1',
    TransactionStatus: 'Posted',
    SyncStartDateTime: time,
    ...more,
  })
  history.RetailTransactions.push(
    row({
      Staff: 'p-1f03',
      TransactionDate: '2025-11-03T00:00:00Z',
      TransactionTime: 36_000,
      NetAmount: 19.999,
      SaleIsReturnSale: 'No',
      RefundReceiptId: '',
      TotalManualDiscountAmount: 0,
      Currency: 'USD',
      ...change,
    }),
  )
  history.RetailTransactionSalesLinesV2.push(
    row({
      LineNumber: 1,
      Quantity: 2,
      LineDiscount: 0,
      LineManualDiscountAmount: 1.5,
      PeriodicDiscountAmount: 0,
      CategoryName: 'Shoes',
      ItemId: 'SKU-1',
      BarCode: '',
    }),
  )
  history.RetailTransactionPaymentLinesV2.push(
    row({ LineNumber: 1, TenderType: '2', VoidStatus: 'None', MerchantPaymentInstrumentId: 'card-1' }),
  )
}
