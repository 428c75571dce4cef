import {
  Button,
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuTrigger,
  Icon,
  lazyPart,
} from '@assay/design-system'
import { ChevronDown, LayoutTemplate, Plus } from 'lucide-react'
import { Suspense, useState } from 'react'
import { FormattedMessage } from 'react-intl'
import { useCan } from '../../../platform/environments/environments.tsx'
import { useAssessmentName } from '../../../platform/events/use-assessment-name.ts'
import { useRecovery } from '../../../platform/recovery/use-recovery.ts'
import { useRoutedAssessments } from '../rule-queries.ts'
import { routingAssessmentOf, useRuleScope } from '../rule-scope.tsx'
import type { CreateRule } from './use-create-rule.ts'

const RuleFromTemplateDialog = lazyPart(() =>
  import('./rule-from-template-dialog.tsx').then(module => ({ default: module.RuleFromTemplateDialog })),
)

/** Creates a rule: of the only type, or of the chosen one. */
export function NewRuleButton({
  create,
  disabled,
  primary = false,
}: {
  create: CreateRule
  disabled: boolean
  primary?: boolean
}) {
  const { actions, routing } = useRuleScope()
  const nameOf = useAssessmentName()
  const routed = useRoutedAssessments(routing)
  const scope = useRuleScope()
  const look = {
    ...(primary ? { variant: 'primary' as const } : {}),
    loading: create.running,
    disabled: disabled || (routing && routed.isPending),
  }
  const [templates, setTemplates] = useState(false)
  useRecovery<boolean>(
    `rules/from-template/${scope.environmentId}/${scope.eventType}/${scope.branch}`,
    templates ? true : null,
    setTemplates,
  )
  const fromTemplate = useCan()('templates.rule') && !routing
  const dialog = templates ? (
    <Suspense>
      <RuleFromTemplateDialog onClose={() => setTemplates(false)} />
    </Suspense>
  ) : null
  const plus = primary ? <Icon icon={Plus} /> : null
  if (!actions && !routing) {
    return (
      <>
        {fromTemplate ? (
          <Button variant="ghost" disabled={disabled} onClick={() => setTemplates(true)}>
            <Icon icon={LayoutTemplate} />
            <FormattedMessage id="Templates.From" />
          </Button>
        ) : null}
        <Button {...look} onClick={() => create.start({ type: 'decision', scope })}>
          {plus}
          <FormattedMessage id="Rules.List.New" />
        </Button>
        {dialog}
      </>
    )
  }
  return (
    <>
      <DropdownMenu>
        <DropdownMenuTrigger asChild>
          <Button {...look}>
            {plus}
            <FormattedMessage id="Rules.List.New" />
            <Icon icon={ChevronDown} size={12} />
          </Button>
        </DropdownMenuTrigger>
        <DropdownMenuContent align="end">
          {routing && routed.isError && !routed.data ? (
            <>
              <DropdownMenuLabel>
                <FormattedMessage id="DesignSystem.ErrorState.FailedTitle" />
              </DropdownMenuLabel>
              <DropdownMenuItem onSelect={() => void routed.refetch()}>
                <FormattedMessage id="DesignSystem.ErrorState.Retry" />
              </DropdownMenuItem>
            </>
          ) : routing ? (
            (routed.data ?? []).map(({ eventType, name, botScore }) => (
              <DropdownMenuItem
                key={eventType}
                onSelect={() =>
                  create.start({
                    type: 'routing',
                    scope: { ...scope, ...routingAssessmentOf(eventType, name, botScore) },
                  })
                }
              >
                <FormattedMessage
                  id="Routing.NewFor"
                  values={{ assessment: <bdi key="assessment">{nameOf(eventType, name)}</bdi> }}
                />
              </DropdownMenuItem>
            ))
          ) : (
            <>
              <DropdownMenuItem onSelect={() => create.start({ type: 'decision', scope })}>
                <FormattedMessage id="Rules.Type.decision" />
              </DropdownMenuItem>
              <DropdownMenuItem onSelect={() => create.start({ type: 'postDecision', scope })}>
                <FormattedMessage id="Rules.Type.postDecision" />
              </DropdownMenuItem>
              {fromTemplate ? (
                <DropdownMenuItem onSelect={() => setTemplates(true)}>
                  <FormattedMessage id="Templates.From" />
                </DropdownMenuItem>
              ) : null}
            </>
          )}
        </DropdownMenuContent>
      </DropdownMenu>
      {dialog}
    </>
  )
}
