import { Skeleton } from '@assay/design-system'
import type { RuleOverview } from '@assay/risk-service/contract'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useIntl } from 'react-intl'
import { api } from '../../../platform/api/client.ts'
import { UnknownAssessment } from '../../../platform/assessments/unknown-assessment.tsx'
import { useEnvironment } from '../../../platform/environments/environments.tsx'
import { QueryError } from '../../../platform/errors/page-error.tsx'
import { rulesPathOf } from '../../../platform/router/rules-path.ts'
import { useTitle } from '../../../platform/router/use-title.ts'
import { builtInAssessmentScopes, RuleScopeProvider, type ScopeAssessment } from '../rule-scope.tsx'
import { RuleListOrEditor } from './rule-list-or-editor.tsx'

const scopeAssessmentOf = ({ assessmentId, eventType, name, kind, sections, actions }: RuleOverview): ScopeAssessment =>
  Object.values(builtInAssessmentScopes).find(each => each.eventType === eventType) ?? {
    eventType,
    name,
    path: rulesPathOf(assessmentId),
    sections,
    scored: false,
    botScore: false,
    actions,
    templates: kind === 'legacyCustom' ? 'legacyCustom' : 'own',
  }

/** Rules of a tenant assessment. The address contains its id; its API name works as well, for links from elsewhere. */
export function CustomAssessmentRules({ assessmentId }: { assessmentId: string }) {
  const environment = useEnvironment()
  const key = assessmentId.toLowerCase()
  const findIn = (rows: readonly RuleOverview[] | undefined) =>
    rows?.find(row => row.assessmentId.toLowerCase() === key || row.eventType.toLowerCase() === key)
  // One that is not in what was fetched before may have been made since.
  const query = useQuery(
    api.rules.overview.queryOptions({
      input: { environmentId: environment.id },
      staleTime: ({ state }) => (findIn(state.data) ? 60_000 : 0),
    }),
  )
  const found = findIn(query.data)
  const assessment = useMemo(() => (found ? scopeAssessmentOf(found) : null), [found])
  if (assessment)
    return (
      <RuleScopeProvider assessment={assessment}>
        <RuleListOrEditor />
      </RuleScopeProvider>
    )
  if (query.isError) return <QueryError error={query.error} onRetry={() => void query.refetch()} />
  if (query.isPending || query.isFetching) {
    return (
      <div className="flex min-h-0 flex-1 flex-col bg-surface" aria-busy="true">
        <div className="flex min-h-page-header items-center border-be border-line-subtle px-page">
          <Skeleton className="h-2 w-1/3" />
        </div>
        <div className="p-6">
          <Skeleton className="h-2 w-1/2" />
        </div>
      </div>
    )
  }
  return <UnknownRules />
}

/**
 * No assessment of this name exists here. The page sets its title, too: otherwise that of the previous page would stay.
 */
function UnknownRules() {
  const intl = useIntl()
  useTitle(intl.formatMessage({ id: 'Rules.Custom.Unknown.Title' }))
  return <UnknownAssessment back="/rulesconfiguration" />
}
