import { observedFieldKey } from '../../../contract/assessments/observed-fields.ts'
import {
  type ReportAttribute,
  type ReportView,
  reportAttributesOf,
} from '../../../contract/reports/report-definitions.ts'
import type { ReportedAssessment, SummaryInput } from '../../../contract/reports/reports.ts'
import type { EnvironmentCallContext } from '../../../kernel/console-api/context.ts'
import { ConflictError, NotFoundError, ValidationError } from '../../../kernel/errors/errors.ts'

/** What reports need of a call of the console API. */
export type ReportCall = Pick<EnvironmentCallContext, 'ports' | 'db' | 'scope' | 'engine'>

/** Where the transactions of a report are, and of which type. */
export interface ReportScope {
  environmentIds: readonly string[]
  eventType: string
}
/** With the attributes that are offered to filter by, and whether its events have amounts. */
export interface OfferedScope extends ReportScope {
  filters: readonly ReportAttribute[]
  /** Paths of the fields that are offered to filter by. */
  dataFilters: readonly string[]
  amounts: boolean
}

/** Returns the assessments of an environment, those of the system first. */
export const listReportedAssessments = (
  { engine }: Pick<ReportCall, 'engine'>,
  environmentId: string,
): ReportedAssessment[] =>
  engine
    .assessments(environmentId)
    .map(({ key, name, reports, amounts, reportFilters, dataFilters, observedFields }) => ({
      eventType: key,
      name,
      reported: reports,
      amounts,
      filters: [...(reportFilters ?? reportAttributesOf(key))],
      dataFilters: [...(dataFilters ?? [])],
      observed: observedFields?.map(observedFieldKey) ?? null,
    }))

/**
 * Returns the environments and the event type that a report covers.
 * @throws NotFoundError where the environment has no such assessment
 * @throws ConflictError `reports.off` for one whose events are not counted
 * @throws ValidationError for an environment outside the one of the call, and for a view of amounts that events lack
 */
export function reportScopeOf(
  call: ReportCall,
  {
    environmentId,
    environmentIds,
    assessment,
    view,
  }: Pick<SummaryInput, 'environmentId' | 'environmentIds' | 'assessment'> & { view?: ReportView },
): OfferedScope {
  const found = listReportedAssessments(call, environmentId).find(({ eventType }) => eventType === assessment)
  if (found === undefined) throw new NotFoundError('This environment has no such assessment.')
  if (!found.reported)
    throw new ConflictError('Reporting is turned off for this assessment.', { reason: 'reports.off' })
  if (view === 'amount' && !found.amounts)
    throw new ValidationError(['view'], 'Events of this assessment have no amounts.')
  const foreign = environmentIds.findIndex(id => !call.scope.includes(id))
  if (foreign >= 0) throw new ValidationError(['environmentIds', foreign], 'Choose this environment or one below it.')
  return {
    environmentIds: environmentIds.length === 0 ? call.scope : environmentIds,
    eventType: assessment,
    filters: found.filters,
    dataFilters: found.dataFilters,
    amounts: found.amounts,
  }
}
