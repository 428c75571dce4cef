import { useToast } from '@assay/design-system'
import type { RuleBody, RuleSummary } from '@assay/risk-service/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useIntl, type IntlShape } from 'react-intl'
import { useNavigate } from 'react-router-dom'
import { api, client } from '../../platform/api/client.ts'
import { freeName } from '../../platform/authoring/names.ts'
import type { Clause, ClauseSection } from './draft.ts'
import { conflictOf, isNameRefusal } from '../../platform/authoring/refusals.ts'
import { scoreOfSample } from './sample.ts'
import { useRuleHref, useRuleScope } from './scope.tsx'

/** A clause that is sound and decides nothing until it is edited. */
export function starterClause(intl: IntlShape, name: string, section: ClauseSection, eventType: string): Clause {
  const [example, observed] = section === 'postRisk' ? ['WHEN @"riskScore" > 900', 'Output(score = @"riskScore")']
    : section === 'postBot' ? ['WHEN @"botScore" > 900', 'Output(score = @"botScore")']
    : eventType === 'purchase' ? ['WHEN @"totalAmount" > 1000', 'Output(amount = @"totalAmount")']
    : ['WHEN @"user.email".EndsWith("@mail.example")', 'Output(email = @"user.email")']
  const comment = intl.formatMessage({ id: 'Rules.Starter.Comment' })
  return { name, section, text: `// ${comment}\n// RETURN Review("${intl.formatMessage({ id: 'Rules.Starter.Reason' })}")\n// ${example}\nOBSERVE ${observed}\n` }
}

/** Names of rules are plain: letters, digits, underscores and blanks. */
const baseName = 'New rule'

/** Makes a draft with a free name and opens it. */
export function useCreateRule(rules: readonly RuleSummary[] | undefined): { start: () => void; running: boolean } {
  const intl = useIntl()
  const { toast } = useToast()
  const navigate = useNavigate()
  const ruleHref = useRuleHref()
  const queryClient = useQueryClient()
  const { environmentId, eventType, branch, botScore } = useRuleScope()
  const [running, setRunning] = useState(false)

  const create = async () => {
    setRunning(true)
    const names = (rules ?? []).filter(rule => !rule.inherited).map(rule => rule.name)
    try {
      const { payload } = await client.rules.settings({ environmentId, eventType }, { context: { read: true } })
      const sample = { payload, riskScore: scoreOfSample, ...(botScore ? { botScore: scoreOfSample } : {}) }
      // A colleague's draft is not in the list, but holds its name: then the next one is tried.
      for (let attempt = 1; ; attempt++) {
        const name = freeName(baseName, names)
        const body: RuleBody = { name, description: '', condition: '', clauses: [starterClause(intl, 'clause1', 'postRisk', eventType)], sample }
        try {
          const made = await client.rules.create({ environmentId, eventType, branch, body })
          void queryClient.invalidateQueries({ queryKey: api.rules.list.key() })
          await navigate(ruleHref(made.id))
          return
        } catch (error) {
          if (!isNameRefusal(error) || attempt > 20) throw error
          names.push(name)
        }
      }
    } catch (error) {
      toast({ title: intl.formatMessage({ id: conflictOf(error)?.reason === 'rules.limit' ? 'Rules.List.Limit' : 'Rules.List.Failed' }), tone: 'danger' })
    } finally {
      setRunning(false)
    }
  }
  return { start: () => void create(), running }
}
