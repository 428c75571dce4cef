import { supportLimits } from '../../contract/support/support-definitions.ts'
import { loadCaseOptions } from '../../kernel/case-options/case-options.ts'
import type { EnvironmentCallContext } from '../../kernel/console-api/context.ts'
import { inEnvironment, procedures } from '../../kernel/console-api/procedures.ts'
import { ValidationError } from '../../kernel/errors/errors.ts'
import { changeSupportEntry } from '../lists/entry-changes.ts'
import { loadEntryHistory } from '../lists/history/entry-history.ts'
import { loadAccountSummary } from './account-summary.ts'
import { loadFinancialSnapshot } from './financial-snapshot.ts'
import { findAccounts } from './find-accounts.ts'
import { computeImpact } from './impact.ts'
import type { SupportReader } from './reader.ts'
import type { TimeRange } from './store.ts'
import { loadTransaction, loadTransactions } from './transactions.ts'

const day = 86_400_000
/** Longest duration of a status of this view, in days. */
const maxDays = 365

const readerOf = (
  { db, ports, scope }: Pick<EnvironmentCallContext, 'db' | 'ports' | 'scope'>,
  environmentId: string,
  signal?: AbortSignal,
): SupportReader => ({ db, environmentId, scope, now: ports.clock(), signal })

const rangeOf = ({ from, to }: { from: string | null; to: string | null }): TimeRange => ({
  from: from === null ? null : new Date(from),
  to: to === null ? null : new Date(to),
})

export const supportRoutes = {
  find: procedures.support.find.use(inEnvironment).handler(({ context, input, signal }) =>
    findAccounts(readerOf(context, input.environmentId, signal), {
      text: input.text,
      key: input.key,
      range: rangeOf(input),
      hidden: context.masking.kinds,
    }),
  ),
  summary: procedures.support.summary.use(inEnvironment).handler(async ({ context, input, signal, errors }) => {
    const summary = await loadAccountSummary(readerOf(context, input.environmentId, signal), input.account)
    if (summary === null)
      throw errors.NOT_FOUND({ message: 'There is no purchase of this account in this environment.' })
    return summary
  }),
  activity: procedures.support.activity
    .use(inEnvironment)
    .handler(({ context, input: { environmentId, values } }) =>
      loadEntryHistory(
        context.db,
        { tenantId: context.principal.tenantId, environmentId },
        values,
        supportLimits.activity,
      ),
    ),
  transactions: procedures.support.transactions
    .use(inEnvironment)
    .handler(({ context, input, signal }) =>
      loadTransactions(readerOf(context, input.environmentId, signal), { ...input, range: rangeOf(input) }),
    ),
  transaction: procedures.support.transaction.use(inEnvironment).handler(async ({ context, input, signal, errors }) => {
    const { environmentId, id } = input
    const detail = await loadTransaction(readerOf(context, environmentId, signal), id, request =>
      context.engine.purchaseView(environmentId, 'purchase', request),
    )
    if (detail === null) throw errors.NOT_FOUND({ message: 'There is no purchase with this id in this environment.' })
    return detail
  }),
  impact: procedures.support.impact
    .use(inEnvironment)
    .handler(({ context, input, signal }) =>
      computeImpact(readerOf(context, input.environmentId, signal), context.engine, input),
    ),
  set: procedures.support.set.use(inEnvironment).handler(async ({ context, input }) => {
    const { environmentId, seen, expiresAt, ...change } = input
    const expires = expiresAt === null ? null : new Date(expiresAt)
    const latest = context.ports.clock().getTime() + (maxDays + 1) * day
    if (change.status !== null && expires === null)
      throw new ValidationError(['expiresAt'], 'A status of this view has an expiration date.')
    if (expires !== null && expires.getTime() > latest)
      throw new ValidationError(['expiresAt'], `The expiration date has to be within ${maxDays} days.`)
    const { listReasons } = await loadCaseOptions(context.db, context.principal.tenantId)
    if (!listReasons[change.status ?? 'Remove'].includes(change.reason))
      throw new ValidationError(['reason'], 'This is not one of the reasons for the change.')
    return changeSupportEntry(context, environmentId, { ...change, expiresAt: expires }, seen)
  }),
}

/** The figures of the customer of an event, on its page. */
export const financialSnapshotRoute = procedures.events.financialSnapshot
  .use(inEnvironment)
  .handler(async ({ context, input, signal, errors }) => {
    const snapshot = await loadFinancialSnapshot(
      context.db,
      { ...input, scope: context.scope },
      request => context.engine.purchaseView(input.environmentId, input.eventType, request),
      context.ports.clock(),
      signal,
    )
    if (!snapshot) throw errors.NOT_FOUND({ message: 'There is no event with this id in this environment.' })
    return snapshot
  })
