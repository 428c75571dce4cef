/**
 * The minimal path of a decision, for comparison in the same run: parse the body, write key, event, six entities and an
 * outbox row in one prepared statement per batch, answer. No token, no validation, no enrichment, no rules, no score. A
 * separate process: `node bench/decisions/baseline-service.ts PORT SOCKET_FOLDER`; prints `ready` when it listens.
 */
import { randomUUID } from 'node:crypto'
import http from 'node:http'
import pg from 'pg'

const [port = '', host = ''] = process.argv.slice(2)
const client = new pg.Client({ host, user: 'assay', database: 'assay' })
await client.connect()
await client.query(`
  drop schema if exists bare cascade; create schema bare;
  create table bare.key (environment text, kind text, external_id text, event_id uuid, at timestamptz, answer text, primary key (environment, kind, external_id));
  create table bare.event (environment text, at timestamptz, event_id uuid, body jsonb, primary key (environment, at, event_id)) partition by range (at);
  create table bare.event_now partition of bare.event default;
  create table bare.entity (environment text, type text, value text, at timestamptz, event_id uuid, primary key (environment, type, value, at, event_id)) partition by range (at);
  create table bare.entity_now partition of bare.entity default;
  create table bare.outbox (id bigint generated always as identity primary key, event_id uuid)`)

const text = `
  with d as (select * from jsonb_to_recordset($1::jsonb) as r(environment text, id text, event_id uuid, at timestamptz, answer text, body jsonb, entities jsonb)),
  k as (insert into bare.key select environment, 'purchase', id, event_id, at, answer from d on conflict do nothing returning event_id),
  e as (insert into bare.event select d.environment, d.at, d.event_id, d.body from d join k using (event_id)),
  n as (insert into bare.entity select d.environment, x ->> 0, x ->> 1, d.at, d.event_id from d join k using (event_id), jsonb_array_elements(d.entities) x on conflict do nothing),
  o as (insert into bare.outbox (event_id) select event_id from k)
  select event_id from k`

interface PendingRow {
  row: object
  answer: string
  response: http.ServerResponse
}
const pendingRows: PendingRow[] = []
let writing = false

async function flushRows(): Promise<void> {
  if (writing) return
  writing = true
  while (pendingRows.length > 0) {
    const batch = pendingRows.splice(0, 64)
    await client.query({ name: 'bare', text, values: [JSON.stringify(batch.map(({ row }) => row))] })
    for (const { response, answer } of batch)
      response.writeHead(200, { 'content-type': 'application/json' }).end(answer)
  }
  writing = false
}

const server = http.createServer((request, response) => {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    const body = JSON.parse(Buffer.concat(chunks).toString()) as {
      purchaseId: string
      user: { userId: string; email: string; phoneNumber: string }
      deviceContext: { deviceContextId: string; ipAddress: string }
      paymentInstrumentList: { merchantPaymentInstrumentId: string }[]
    }
    const answer = JSON.stringify({ purchaseId: body.purchaseId, merchantRuleDecision: 'Approve', riskScore: 100 })
    const entities = [
      ['user', body.user.userId],
      ['email', body.user.email],
      ['phone', body.user.phoneNumber],
      ['device', body.deviceContext.deviceContextId],
      ['ip', body.deviceContext.ipAddress],
      ['payment', body.paymentInstrumentList[0]?.merchantPaymentInstrumentId],
    ]
    pendingRows.push({
      row: { environment: 'bare', id: body.purchaseId, event_id: randomUUID(), at: new Date(), answer, body, entities },
      answer,
      response,
    })
    void flushRows()
  })
})
server.listen(Number(port), '127.0.0.1', () => process.stdout.write('ready\n'))
