import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, describe, expect, it } from 'vitest'
import { KeySet } from '../../../upload-files/check/key-set.ts'
import { findEntity } from '../../../upload-files/entities/entities.ts'
import { readHead } from '../../../upload-files/read/file-head.ts'
import { resultOf } from '../../../upload-files/testing/check-text.ts'
import { checkUpload, summaryOf } from './check-command.ts'
import { openUpload } from './open-upload.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'assay-uploads-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const cli = path.join(import.meta.dirname, '../cli.ts')

function run(args: readonly string[], input = '') {
  const { status, stdout, stderr } = spawnSync(process.execPath, [cli, ...args], { input, encoding: 'utf8' })
  return { status, stdout, stderr }
}
function fileOf(name: string, content: string | Uint8Array): string {
  const file = path.join(folder, name)
  writeFileSync(file, content)
  return file
}

const orders = [
  'order_no;ordered_on;total;ccy;customer_no;remark',
  '1;01/02/2025;12.50;EUR;c1;',
  '2;25/02/2025;7;EUR;c2;x',
  '2;26/02/2025;nine;EUR;c2;x',
].join('\n')
const mapping = {
  PurchaseId: 'order_no',
  MerchantLocalDate: 'ordered_on',
  TotalAmount: 'total',
  Currency: 'ccy',
  UserId: 'customer_no',
}

describe('the command guess', () => {
  it('prints the mapping of a file, of a packed one and of standard input', () => {
    const expected = { status: 0, stderr: '' }
    for (const found of [
      run(['guess', fileOf('orders.csv', orders), '--entity', 'purchases']),
      run(['guess', fileOf('orders.csv.gz', gzipSync(orders)), '--entity', 'PURCHASES']),
      run(['guess', '-', '--entity', 'purchases'], orders),
    ]) {
      expect(found).toMatchObject(expected)
      expect(JSON.parse(found.stdout)).toEqual(mapping)
    }
  })
  it('says what it needs, and what it cannot read', () => {
    expect(run(['guess', '-', '--entity', 'orders'])).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('--entity takes one of Purchases, PaymentInstruments,'),
    })
    expect(run(['guess', '--entity', 'purchases'])).toMatchObject({ status: 2 })
    expect(run(['guess', path.join(folder, 'none.csv'), '--entity', 'purchases']).status).toBe(2)
    expect(run(['guess', '-', '--entity', 'purchases'], 'a\n1\n')).toEqual({
      status: 1,
      stdout: '',
      stderr: 'U-05: The delimiter could not be detected. Choose comma, semicolon or tab.\n',
    })
  })
})

describe('the command check', () => {
  it('prints the error file and a summary', () => {
    const { status, stdout, stderr } = run(['check', '-', '--entity', 'purchases'], orders)
    expect(status).toBe(1)
    expect(stdout.split('\r\n')).toEqual([
      'entity,row,column,code,message',
      `Purchases,2,ordered_on,U-12,"'01/02/2025' in 'MerchantLocalDate', row 2, is not an ISO 8601 date and time."`,
      `Purchases,3,ordered_on,U-12,"'25/02/2025' in 'MerchantLocalDate', row 3, is not an ISO 8601 date and time."`,
      `Purchases,4,ordered_on,U-12,"'26/02/2025' in 'MerchantLocalDate', row 4, is not an ISO 8601 date and time."`,
      `Purchases,4,total,U-13,"'nine' in 'TotalAmount', row 4, is not a number."`,
      'Purchases,4,order_no,U-23,Row 4 repeats the key 2; the last row is used.',
      'Purchases,,,U-12,Count: 3',
      'Purchases,,,U-13,Count: 1',
      'Purchases,,,U-23,Count: 1',
      '',
    ])
    expect(stderr).toContain('Purchases: 3 rows, 4 errors, 1 warnings. The file cannot be processed.')
    expect(stderr).toContain('Columns without an attribute: remark.')
    expect(stderr).toContain('--format MerchantLocalDate=day-month-year')
  })
  it('reads the formats, the mapping and the parent that it is told', () => {
    const good = orders.replace('nine', '9')
    const file = fileOf('mapping.json', JSON.stringify(mapping))
    const options = ['--mapping', file, '--format', 'MerchantLocalDate=day-month-year', '--delimiter', 'semicolon']
    const found = run(['check', '-', '--entity', 'purchases', ...options], good)
    expect(found.status).toBe(0)
    expect(found.stdout.split('\r\n')[1]).toBe(
      'Purchases,4,order_no,U-23,Row 4 repeats the key 2; the last row is used.',
    )
    const parent = fileOf('parent.csv', good)
    const children = run(
      ['check', '-', '--entity', 'products', '--parent', parent],
      'order_no,sku,product_id\n1,a,b\n9,a,b\n',
    )
    expect([children.status, children.stdout.split('\r\n')[1]]).toEqual([
      1,
      "Products,3,order_no,U-22,Row 3: no Purchases row with PurchaseId '9'.",
    ])
  })
  it('judges no orphans by a parent that was not read to its end', () => {
    const rest = Array.from({ length: 20_000 }, (_, row) => `${row + 2};26/02/2025;9;EUR;c2;x`).join('\n')
    const parent = fileOf('cut.csv', `${orders}\n${rest}\n"9;open\n`)
    const children = 'order_no,sku,product_id\n1,a,b\n9,a,b\n'
    const { status, stdout, stderr } = run(['check', '-', '--entity', 'products', '--parent', parent], children)
    expect([status, stdout, stderr]).toEqual([2, '', expect.stringContaining('cut.csv: U-08: Row 20005 has')])
  })
  it('reads the parent with the chosen delimiter where none is detected, otherwise with its own', () => {
    for (const content of ['PurchaseId;a,b\np1;1,2\n', 'PurchaseId,UserId\np1,u1\n']) {
      const args = ['check', '-', '--entity', 'products', '--parent', fileOf('unclear.csv', content)]
      const { status, stdout } = run([...args, '--delimiter', 'semicolon'], 'PurchaseId;ProductId\np1;x\np2;x\n')
      expect([status, stdout.match(/U-22,Row.*/g)]).toEqual([1, ["U-22,Row 3: no Purchases row with PurchaseId 'p2'."]])
    }
  })
  it('refuses a file as too large by its unpacked size, and reads no further', async () => {
    const entity = findEntity('Products')
    const opened = await openUpload(fileOf('large.csv.gz', gzipSync('PurchaseId,ProductId\np1,x\n')), {})
    if (!entity || Array.isArray(opened)) throw new Error('large.csv.gz')
    const names = { PurchaseId: 'PurchaseId', ProductId: 'ProductId' }
    const pieces: Uint8Array[] = []
    for await (const piece of opened.pieces) pieces.push(piece)
    let taken = 0
    async function* endless() {
      yield* pieces
      for (; ; taken++) yield Buffer.from('p2,y\n')
    }
    const large = await checkUpload({ ...opened, pieces: endless() }, entity, names, {}, 36)
    expect([large.result.fails, large.result.endedBy?.code, large.bytes, taken]).toEqual([true, 'U-02', 41, 2])
    const whole = await openUpload(fileOf('most.csv', 'PurchaseId,ProductId\np1,x\n'), {})
    if (Array.isArray(whole)) throw new Error('most.csv')
    const most = await checkUpload(whole, entity, names, {}, 26)
    expect([most.result.fails, most.result.rows, most.bytes]).toEqual([false, 1, 26])
  })
  it('says that orphans were not searched for', () => {
    const parentKeys = new KeySet(1)
    parentKeys.add(['p1'])
    const content = 'PurchaseId,ProductId\np2,x\n'
    const entity = findEntity('Products')
    const head = readHead(Buffer.from(content), true)
    if (!entity || Array.isArray(head)) throw new Error(content)
    const result = resultOf('Products', content, { parentKeys })
    const searched = resultOf('Products', content, { parentKeys: new KeySet() })
    const line = 'Orphans were not searched for: the parent has too many keys.'
    expect(summaryOf(entity, {}, { head }, result)).toContain(line)
    expect(summaryOf(entity, {}, { head }, searched)).not.toContain(line)
  })
  it('repeats no card number of a file without a header', () => {
    const file = '4111111111111111;01/02/2025;12.50\n4012888888881881;02/02/2025;3\n'
    const { status, stdout, stderr } = run(['check', '-', '--entity', 'purchases'], file)
    expect([status, stdout]).toEqual([1, expect.stringContaining(`Purchases,1,${'*'.repeat(16)},U-20,"Row 1,`)])
    expect(stdout + stderr).not.toMatch(/4111|4012/)
  })
  it('refuses names of other files, formats and mappings', () => {
    expect(run(['check', fileOf('orders.xlsx', orders), '--entity', 'purchases']).stdout).toContain('U-01')
    expect(run(['check', '-', '--entity', 'purchases', '--format', 'TotalAmount=roman'], orders).status).toBe(2)
    const file = fileOf('other.json', '{"Colour": "total"}')
    expect(run(['check', '-', '--entity', 'purchases', '--mapping', file], orders).stderr).toContain('Colour')
  })
})
