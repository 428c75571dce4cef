import { spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { root } from '../../test/stages.ts'
import { check, freePort, type Part, requireProgram, waitUntilReady, watch } from './part.ts'
import { makeArchivingServer, serverFolder, throwAwayServer } from './throw-away-server.ts'

/** Decisions before the base backup, between it and the moment that is restored, and after that moment. */
const [before, between, after] = [40, 60, 25]

interface RunningService {
  /** Decides a purchase, and returns the answer; repeated, it returns the stored one. */
  decide: (id: string) => Promise<string>
  kill: () => Promise<void>
}

async function startOn(url: string, dataDir: string): Promise<RunningService> {
  const port = await freePort()
  const child = spawn(process.execPath, ['risk-service/main.ts'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env['PATH'],
      PORT: String(port),
      DATABASE_URL: url,
      ASSAY_SECRET_KEY: 'k'.repeat(44),
      ASSAY_DATA_DIR: dataDir,
      ASSAY_DEMO: '1',
      ASSAY_DEMO_EVENTS: '0',
      ASSAY_RATE_LIMIT: '10000',
    },
  })
  const service = watch(child)
  process.once('exit', () => child.kill('SIGKILL'))
  const address = `http://127.0.0.1:${port}`
  await waitUntilReady(address, service)
  const answer = await fetch(`${address}/a55a0001-0000-4000-8000-000000000001/oauth2/v2.0/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: 'harbor-checkout',
      client_secret: 'harbor-checkout-secret',
      scope: 'https://api.dfp.dynamics.com/.default',
    }),
  })
  const { access_token: token } = (await answer.json()) as { access_token: string }
  const at = '2026-11-01T10:00:00Z'
  return {
    async decide(id) {
      const response = await fetch(`${address}/v1.0/MerchantServices/events/Purchase`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({
          purchaseId: id,
          merchantLocalDate: at,
          totalAmount: 10,
          currency: 'EUR',
          user: { userId: `user ${id}`, email: `${id}@example.com` },
          _metadata: { trackingId: id, merchantTimeStamp: at },
        }),
      })
      const text = await response.text()
      check(response.status === 200, `The decision of ${id} was answered by ${response.status}: ${text}`)
      return text
    },
    async kill() {
      child.kill('SIGKILL')
      await service.ended
    },
  }
}

async function query<Row extends object>(url: string, text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<Row>(text)).rows
  } finally {
    await client.end()
  }
}

const countOf = async (url: string): Promise<number> =>
  Number((await query<{ count: string }>(url, "select count(*) from event where external_id like 'pitr-%'"))[0]?.count)

/** A server database, restored to a moment before a mistake: base backup, archived log, and what the service finds. */
export const restore: Part = async (scratch, say) => {
  for (const program of ['pg_basebackup', 'psql'])
    requireProgram(program, 'the restore to a point in time is not tried')
  serverFolder(scratch)
  const archive = serverFolder(path.join(scratch, 'archive'))
  const server = makeArchivingServer(path.join(scratch, 'primary'), archive)
  const url = server.urlOf('assay')
  let running: RunningService | undefined
  const restored = throwAwayServer(path.join(scratch, 'restored'))
  try {
    running = await startOn(url, path.join(scratch, 'data'))
    const service = running
    const answers = new Map<string, string>()
    const decideMany = async (from: number, count: number): Promise<void> => {
      for (let number = from; number < from + count; number++)
        answers.set(`pitr-${number}`, await service.decide(`pitr-${number}`))
    }
    await decideMany(0, before)
    server.run('pg_basebackup', '-h', scratch, '-U', 'assay', '-D', restored.folder, '-X', 'none', '-c', 'fast')
    await decideMany(before, between)
    const [moment] = await query<{ at: string }>(url, 'select clock_timestamp()::text as at')
    await decideMany(before + between, after)
    // The mistake, and the crash.
    await query(url, 'truncate event cascade')
    check((await countOf(url)) === 0, 'The mistake removed nothing.')
    await query(url, 'select pg_switch_wal()')
    await service.kill()
    server.stop('fast')

    const began = performance.now()
    writeFileSync(path.join(restored.folder, 'recovery.signal'), '')
    restored.configure([
      `restore_command = 'cp "${archive}/%f" "%p"'`,
      `recovery_target_time = '${moment?.at ?? ''}'`,
      'recovery_target_action = promote',
      'archive_mode = off',
    ])
    restored.start()
    const found = await countOf(url)
    check(found === before + between, `${found} decisions were restored instead of ${before + between}.`)
    running = await startOn(url, path.join(scratch, 'data-restored'))
    const seconds = ((performance.now() - began) / 1000).toFixed(1)
    for (const id of ['pitr-0', `pitr-${before}`, `pitr-${before + between - 1}`])
      check((await running.decide(id)) === answers.get(id), `The answer of ${id} is another one.`)
    await running.decide(`pitr-${before + between}`)
    check((await countOf(url)) === before + between + 1, 'A decision after the restore was not stored once.')
    say(
      `${found} decisions before the moment restored, ${after} after it not; answers are the same, and it decides (${seconds} s)`,
    )
  } finally {
    await running?.kill()
    for (const each of [server, restored])
      try {
        each.stop('immediate')
      } catch {
        // It does not run.
      }
  }
}
