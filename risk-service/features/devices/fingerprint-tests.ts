import {
  type FingerprintAttribute,
  type FingerprintSetup,
  type FingerprintTest,
  latestSessionHours,
  testPage,
} from '../../contract/index.ts'
import deviceAttributes from '../../contract/schemas/devices/device-attributes.json' with { type: 'json' }
import type { EnvironmentCallContext } from '../../kernel/console-api/context.ts'
import { parseStoredAttributes } from './visit-history.ts'

type FingerprintingCall = EnvironmentCallContext & { environmentId: string }

/** What a session of a browser can have. */
const catalogue: readonly FingerprintAttribute[] = deviceAttributes
  .filter(({ platforms }) => platforms.includes('web'))
  .map(({ name, label, category }) => ({ name, label, category }))

/** Returns where the script of an environment is loaded from, and the latest session that it collected. */
export async function readSetup({
  db,
  ports,
  origin,
  fingerprintingHosts,
  environmentId,
}: FingerprintingCall): Promise<FingerprintSetup> {
  const latest = await db
    .selectFrom('device_session')
    .select(['at', 'page_id', 'ip', 'attributes'])
    .where('environment_id', '=', environmentId)
    .where('at', '>', new Date(ports.clock().getTime() - latestSessionHours * 3_600_000))
    .orderBy('at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return {
    origin,
    hosts: [...fingerprintingHosts],
    latest:
      latest === undefined
        ? null
        : {
            at: latest.at.toISOString(),
            pageId: latest.page_id,
            attributes: Object.keys(parseStoredAttributes(latest).attributes).length,
          },
  }
}

/** Returns the session of a test as it is stored. Those of customers are not found. */
export async function readTest({ db, environmentId }: FingerprintingCall, sessionId: string): Promise<FingerprintTest> {
  const row = await db
    .selectFrom('device_session')
    .select(['at', 'device_id', 'ip', 'bot_score', 'attributes'])
    .where('environment_id', '=', environmentId)
    .where('session_id', '=', sessionId)
    .where('page_id', '=', testPage)
    .executeTakeFirst()
  if (row === undefined) return { session: null, catalogue: [...catalogue] }
  const { attributes, trail } = parseStoredAttributes(row)
  return {
    session: {
      sessionId,
      at: row.at.toISOString(),
      deviceId: row.device_id,
      botScore: row.bot_score,
      attributes,
      ipAddressHistory: trail.history.map(({ ip, timestamp }) => ({ ip, timestamp })),
    },
    catalogue: [...catalogue],
  }
}
