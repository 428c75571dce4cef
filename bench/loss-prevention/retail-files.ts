import { once } from 'node:events'
import { createWriteStream, type WriteStream } from 'node:fs'
import path from 'node:path'
import { createRandom } from '../../risk-service/tools/demo/history/random.ts'

export interface RetailSize {
  transactions: number
  staff: number
  stores: number
  months: number
}

const terminalsPerStore = 5
const products = 400
/** Rows that are written at once. */
const chunk = 2000

const headers = {
  Transactions:
    'TRANSACTIONNUMBER,TERMINAL,OPERATINGUNITNUMBER,STAFF,TRANSACTIONDATE,TRANSACTIONTIME,NETAMOUNT,SALEISRETURNSALE,REFUNDRECEIPTID,TOTALMANUALDISCOUNTAMOUNT,CURRENCY,TRANSACTIONSTATUS',
  Sales:
    'TRANSACTIONNUMBER,TERMINAL,OPERATINGUNITNUMBER,LINENUMBER,QUANTITY,LINEDISCOUNT,LINEMANUALDISCOUNTAMOUNT,PERIODICDISCOUNTAMOUNT,CATEGORYNAME,ITEMID',
  Payments:
    'TRANSACTIONNUMBER,TERMINAL,OPERATINGUNITNUMBER,LINENUMBER,TENDERTYPE,VOIDSTATUS,MERCHANTPAYMENTINSTRUMENTID',
  PaymentMethod: 'PAYMENTMETHODNUMBER,DEFAULTFUNCTION,NAME',
} as const
type File = keyof typeof headers

/**
 * Writes the four files of a retailer: months before the current one, with sales of one to three lines, returns,
 * discounts by hand and by offer, cash and one or two cards.
 * @returns the number of rows of each file
 */
export async function writeRetailFiles(
  folder: string,
  { transactions, staff, stores, months }: RetailSize,
  now: Date,
): Promise<Record<File, number>> {
  const random = createRandom(78)
  const files = Object.fromEntries(
    Object.entries(headers).map(([name, header]) => {
      const stream = createWriteStream(path.join(folder, `${name}.csv`))
      stream.write(`${header}\n`)
      return [name, { stream, rows: 0, waiting: [] as string[] }]
    }),
  ) as Record<File, { stream: WriteStream; rows: number; waiting: string[] }>
  const add = (name: File, ...cells: (string | number)[]) => {
    files[name].rows++
    files[name].waiting.push(cells.join(','))
  }
  const flush = async () => {
    for (const file of Object.values(files)) {
      if (file.waiting.length > 0 && !file.stream.write(`${file.waiting.join('\n')}\n`))
        await once(file.stream, 'drain')
      file.waiting = []
    }
  }
  add('PaymentMethod', 1, 'Cash', 'Cash')
  add('PaymentMethod', 2, 'Card', 'Card')
  const first = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - months, 1)
  const days = (Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1) - first) / 86_400_000
  for (let index = 0; index < transactions; index++) {
    const person = random.below(staff)
    const store = `S${String(person % stores).padStart(3, '0')}`
    const terminal = `T${1 + (random.below(10) < 8 ? Math.floor(person / stores) % terminalsPerStore : random.below(terminalsPerStore))}`
    const number = `N${String(index).padStart(8, '0')}`
    // Every day has some, the first and the last one as well.
    const date = new Date(first + (index % days) * 86_400_000).toISOString().slice(0, 10)
    const isReturn = random.chance(person % 97 === 0 ? 0.4 : 0.07)
    const isDiscounted = !isReturn && random.chance(person % 89 === 0 ? 0.5 : 0.12)
    const lines = isReturn ? 1 : random.between(1, 3)
    const amount = lines * random.between(5, 120)
    const time = random.between(28_800, 72_000)
    const receipt = isReturn && !random.chance(0.12) ? `R${index}` : ''
    const discount = isDiscounted ? (amount * 0.1).toFixed(2) : ''
    add(
      'Transactions',
      ...[number, terminal, store, `clerk${person}`, date, time, amount, isReturn ? 1 : 0, receipt, discount, 'EUR'],
      random.chance(0.01) ? 1 : 2,
    )
    for (let line = 1; line <= lines; line++) {
      const product = random.below(products)
      const offer = product % 20 === index % 20 ? '1.00' : '0'
      const byHand = !isReturn && random.chance(0.03) ? '2.00' : '0'
      add(
        'Sales',
        number,
        terminal,
        store,
        line,
        isReturn ? -1 : 1,
        0,
        byHand,
        offer,
        `C${product % 12}`,
        `I${product}`,
      )
    }
    const cash = random.chance(0.3)
    const payments = !cash && isDiscounted && random.chance(0.2) ? 2 : 1
    for (let line = 1; line <= payments; line++)
      add('Payments', number, terminal, store, line, cash ? 1 : 2, 0, cash ? '' : random.hex(16))
    if (index % chunk === 0) await flush()
  }
  await flush()
  await Promise.all(Object.values(files).map(({ stream }) => new Promise<void>(resolve => stream.end(() => resolve()))))
  return Object.fromEntries(Object.entries(files).map(([name, { rows }]) => [name, rows])) as Record<File, number>
}
