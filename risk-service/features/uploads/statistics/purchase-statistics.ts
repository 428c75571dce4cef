import { sql } from 'kysely'
import {
  uploadFigureLimits as limits,
  type UploadEntityName,
  type UploadPurchaseStatistics,
} from '../../../contract/index.ts'
import type { Db } from '../../../ports/database.ts'
import type { FileFindings } from '../files/findings.ts'

/** The check of a file of a run. */
export interface CheckedRows {
  entity: UploadEntityName
  rows: number
  findings: FileFindings
}

interface PurchaseCounts {
  first: Date | null
  last: Date | null
  purchases: number
  ips: number
  users: number
  emails: number
}
interface ChargebackCounts {
  chargebacks: number
  matched: number
}

/** Condition: an uploaded purchase. Nothing has decided it, which is what the index finds. */
export const uploadedPurchases = (environmentId: string) =>
  sql`environment_id = ${environmentId}::uuid and decision = 'None' and event_type = 'purchase'`

/** Computes the figures of the uploaded purchases and chargebacks of an environment, and of the files of a run. */
export async function readPurchaseStatistics(
  db: Db,
  environmentId: string,
  files: readonly CheckedRows[],
): Promise<UploadPurchaseStatistics> {
  const {
    rows: [counts = { first: null, last: null, purchases: 0, ips: 0, users: 0, emails: 0 }],
  } = await sql<PurchaseCounts>`
    select min(merchant_at) as first, max(merchant_at) as last, count(*) as purchases, count(distinct ip) as ips,
      count(distinct user_id) as users, count(distinct lower(email)) as emails
    from event where ${uploadedPurchases(environmentId)}`.execute(db)
  const {
    rows: [charged = { chargebacks: 0, matched: 0 }],
  } = await sql<ChargebackCounts>`
    select count(distinct entity_id) as chargebacks, count(distinct entity_id) filter (where exists (
      select from event_key k where k.environment_id = d.environment_id and k.event_type = 'purchase'
        and k.external_id = d.subject_id)) as matched
    from data_event d where environment_id = ${environmentId}::uuid and event_type = 'chargeback'
      and correlation_id like 'upload:%'`.execute(db)
  return composeStatistics(counts, charged, files)
}

/** Composes the figures of counts. */
export function composeStatistics(
  { first, last, purchases, ips, users, emails }: PurchaseCounts,
  { chargebacks, matched }: ChargebackCounts,
  files: readonly CheckedRows[],
): UploadPurchaseStatistics {
  const days = first === null || last === null ? null : dayOf(last) - dayOf(first) + 1
  const points = shareOf(chargebacks, purchases, 10_000)
  const matchRate = shareOf(matched, chargebacks)
  const unique = (attribute: 'IPAddress' | 'UserId' | 'UserEmail', distinct: number) => {
    const share = shareOf(distinct, purchases)
    return {
      attribute,
      distinct,
      rows: purchases,
      share,
      good: share === null ? null : share >= limits.uniqueEntities.min,
    }
  }
  return {
    period: {
      value: days,
      good: days === null ? null : days >= limits.days.min,
      from: first?.toISOString() ?? null,
      to: last?.toISOString() ?? null,
    },
    transactions: { value: purchases, good: purchases >= limits.transactions.min },
    chargebacks: { value: chargebacks, good: chargebacks >= limits.chargebacks.min },
    chargebackBasisPoints: {
      value: points,
      good:
        points === null
          ? null
          : points >= limits.chargebackBasisPoints.min && points <= limits.chargebackBasisPoints.max,
    },
    chargebackMatchRate: {
      value: matchRate,
      good: matchRate === null ? null : matchRate >= limits.chargebackMatchRate.min,
    },
    emptyValues: files
      .flatMap(({ entity, findings, rows }) =>
        findings.emptyCells.map(({ attribute, empty }) => {
          const share = shareOf(empty, rows)
          return { entity, attribute, empty, rows, share, good: (share ?? 0) < limits.emptyValues.below }
        }),
      )
      .sort((one, other) => (other.share ?? 0) - (one.share ?? 0)),
    formattingErrors: files.flatMap(({ entity, findings, rows }) =>
      (['UserCountryCode', 'Currency'] as const)
        .filter(attribute => findings.emptyCells.some(each => each.attribute === attribute))
        .map(attribute => {
          const count = findings.formatErrors[attribute] ?? 0
          return {
            entity,
            attribute,
            count,
            rows,
            share: shareOf(count, rows),
            good: count <= limits.formattingErrors.max,
          }
        }),
    ),
    uniqueEntities: [unique('IPAddress', ips), unique('UserId', users), unique('UserEmail', emails)],
  }
}

const dayOf = (time: Date): number => Math.floor(time.getTime() / 86_400_000)
const shareOf = (part: number, whole: number, times = 1): number | null => (whole === 0 ? null : (part / whole) * times)
