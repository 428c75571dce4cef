import type { z } from 'zod'
import type { LinkAnalysis, linkExportInputSchema } from '../../../contract/cases/link-analysis.ts'
import { exportLimits } from '../../../contract/index.ts'
import { minorDigits } from '../../../engine/enrich/exchange-rates.ts'
import { auditChange } from '../../../kernel/audit.ts'
import type { EnvironmentCallContext } from '../../../kernel/console-api/context.ts'
import { ConflictError } from '../../../kernel/errors/errors.ts'
import { writeRows } from '../../../kernel/flat-rows.ts'
import { analyseLinks } from './link-analysis.ts'

type Input = z.output<typeof linkExportInputSchema>
type Linked = LinkAnalysis['open' | 'decided' | 'others']['rows'][number]

/**
 * Writes one of the tables of a link analysis as a CSV file, all of its rows or chosen ones, and records it in the audit
 * log.
 * @throws ConflictError `export.tooLarge` for more rows than a file has; NotFoundError, ValidationError as the analysis
 */
export async function exportLinks(call: EnvironmentCallContext, input: Input, signal?: AbortSignal): Promise<File> {
  const { environmentId, eventType, id, table, ids, days, match, attributes } = input
  const { [table]: group } = await analyseLinks(call, input, signal, exportLimits.rows)
  const chosen = ids && new Set(ids)
  const rows = (group.rows as readonly Linked[]).filter(({ row }) => chosen?.has(row.eventId) ?? true)
  if (!chosen && group.total > exportLimits.rows)
    throw new ConflictError(`The table has ${group.total} rows; a file has at most ${exportLimits.rows}.`, {
      reason: 'export.tooLarge',
      limit: exportLimits.rows,
    })
  const { db, ports, principal, actorRoles, correlationId } = call
  await auditChange(
    db,
    { ports, principal, roles: actorRoles, correlationId, environmentId },
    { type: 'LinkAnalysis', id, name: id },
    { operation: 'Export', before: null, after: { eventType, table, days, match, attributes, rows: rows.length } },
  )
  // Masked as the page is: a file is not looked into afterwards.
  const shown = call.masking.apply(rows).map(each => flatRow(each, attributes))
  return new File([writeRows(shown)], `linked-${table}.csv`, { type: 'text/csv;charset=utf-8' })
}

/** The cells of the table, with the environment and the ids that a spreadsheet needs to find the event again. */
function flatRow(linked: Linked, attributes: Input['attributes']): object {
  const { row, links } = linked
  return {
    eventId: row.externalId,
    environmentId: row.environmentId,
    eventType: row.eventType,
    at: row.at,
    riskScore: row.riskScore,
    amount: row.amount === null ? null : row.amount / 10 ** (minorDigits(row.currency ?? '') ?? 2),
    currency: row.currency,
    decision: row.decision,
    email: row.email,
    label: row.label,
    sharedAttributes: JSON.stringify(links.flatMap(index => attributes[index]?.type ?? [])),
    ...('case' in linked
      ? {
          caseState: linked.case.state,
          queue: linked.case.queueName,
          reviewer: 'outcome' in linked ? linked.outcome.by?.name : linked.case.lock?.owner.name,
        }
      : {}),
    ...('outcome' in linked
      ? {
          reviewDecision: linked.outcome.decision,
          reviewReason: linked.outcome.reason,
          decidedAt: linked.outcome.at,
        }
      : {}),
  }
}
