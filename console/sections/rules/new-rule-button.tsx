import { Button, DropdownMenu, DropdownMenuContent, DropdownMenuItem, DropdownMenuTrigger, Icon } from '@assay/design-system'
import { ChevronDown, Plus } from 'lucide-react'
import { FormattedMessage } from 'react-intl'
import { useAssessmentName } from './use-assessment-name.ts'
import { useRoutedAssessments } from './rule-calls.ts'
import { routingOf, useRuleScope } from './scope.tsx'
import type { CreateRule } from './use-create-rule.ts'

/** Makes a rule: of the one type that there is, or of the one that is chosen. */
export function NewRuleButton({ create, disabled, primary = false }: { create: CreateRule; disabled: boolean; primary?: boolean }) {
  const { actions, routing } = useRuleScope()
  const nameOf = useAssessmentName()
  const routed = useRoutedAssessments(routing)
  const scope = useRuleScope()
  const look = { ...(primary ? { variant: 'primary' as const } : {}), loading: create.running, disabled: disabled || (routing && !routed.data) }
  const plus = primary ? <Icon icon={Plus} /> : null
  if (!actions && !routing) return <Button {...look} onClick={() => create.start({ type: 'decision', scope })}>{plus}<FormattedMessage id="Rules.List.New" /></Button>
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button {...look}>{plus}<FormattedMessage id="Rules.List.New" /><Icon icon={ChevronDown} size={12} /></Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent align="end">
        {routing ? (routed.data ?? []).map(({ eventType, name, botScore }) => (
          <DropdownMenuItem key={eventType} onSelect={() => create.start({ type: 'routing', scope: { ...scope, ...routingOf(eventType, name, botScore) } })}>
            <FormattedMessage id="Routing.NewFor" values={{ assessment: <bdi key="assessment">{nameOf(eventType, name)}</bdi> }} />
          </DropdownMenuItem>
        )) : (
          <>
            <DropdownMenuItem onSelect={() => create.start({ type: 'decision', scope })}><FormattedMessage id="Rules.Type.decision" /></DropdownMenuItem>
            <DropdownMenuItem onSelect={() => create.start({ type: 'postDecision', scope })}><FormattedMessage id="Rules.Type.postDecision" /></DropdownMenuItem>
          </>
        )}
      </DropdownMenuContent>
    </DropdownMenu>
  )
}
