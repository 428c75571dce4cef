import { useToast } from '@assay/design-system'
import type { RuleBody, RuleSummary, RuleType } from '@assay/risk-service/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useIntl } from 'react-intl'
import { useNavigate } from 'react-router-dom'
import { conflictErrorOf } from '../../../platform/api/api-error.ts'
import { api, client } from '../../../platform/api/client.ts'
import { createWithFreeName } from '../../../platform/authoring/naming/use-new-resource.ts'
import { freeClauseName } from '../rule-draft.ts'
import { ruleClientOf, ruleQueriesOf } from '../rule-queries.ts'
import { defaultSampleScore } from '../rule-sample.ts'
import { type RuleScope, sectionsOf, useRuleHref } from '../rule-scope.tsx'
import { starterClause } from '../starter-clause.ts'

/** Names of rules are plain: letters, digits, underscores and blanks. */
const baseNames: Record<RuleType, string> = {
  decision: 'New rule',
  postDecision: 'New action',
  routing: 'New routing rule',
}

interface NewRule {
  type: RuleType
  /** Which assessment it is about. */
  scope: RuleScope
  /** Absent: it starts with one clause that changes nothing. */
  body?: RuleBody
}
export interface CreateRule {
  start: (rule: NewRule) => void
  running: boolean
}

/** Makes a draft with a free name and opens it. */
export function useCreateRule(rules: readonly RuleSummary[] | undefined): CreateRule {
  const intl = useIntl()
  const { toast } = useToast()
  const navigate = useNavigate()
  const ruleHref = useRuleHref()
  const queryClient = useQueryClient()

  const starter = async (type: RuleType, scope: RuleScope): Promise<RuleBody> => {
    const { environmentId, eventType, botScore } = scope
    const payload =
      type === 'routing'
        ? ((
            await queryClient.ensureQueryData(api.routingRules.assessments.queryOptions({ input: { environmentId } }))
          ).find(each => each.eventType === eventType)?.payload ?? {})
        : (await client.rules.settings({ environmentId, eventType })).payload
    return {
      name: baseNames[type],
      description: '',
      condition: '',
      clauses: [starterClause(intl, freeClauseName([]), sectionsOf(scope, type).at(-1) ?? 'prior', type, scope)],
      sample: { payload, riskScore: defaultSampleScore, ...(botScore ? { botScore: defaultSampleScore } : {}) },
    }
  }
  const creation = useMutation({
    mutationFn: async ({ type, scope, body: requestedBody }: NewRule) => {
      const { environmentId, eventType, branch } = scope
      const routing = type === 'routing'
      const names = (rules ?? []).filter(rule => !rule.inherited).map(rule => rule.name)
      const body = requestedBody ?? (await starter(type, scope))
      return createWithFreeName(body.name, names, ' ', name =>
        ruleClientOf(routing).create({
          environmentId,
          eventType,
          branch,
          ...(routing ? {} : { type }),
          body: { ...body, name },
        }),
      )
    },
    onSuccess: (made, { type }) => {
      void queryClient.invalidateQueries({ queryKey: ruleQueriesOf(type === 'routing').list.key() })
      return navigate(ruleHref(made.id))
    },
    onError: error =>
      toast({
        title: intl.formatMessage({
          id: conflictErrorOf(error)?.reason === 'rules.limit' ? 'Rules.List.Limit' : 'Authoring.Failed',
        }),
        tone: 'danger',
      }),
  })
  return { start: creation.mutate, running: creation.isPending }
}
