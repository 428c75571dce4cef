import { Callout, Skeleton, useToast } from '@assay/design-system'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { useNavigate } from 'react-router-dom'
import { conflictErrorOf, isNameTaken } from '../../../platform/api/api-error.ts'
import { api, client } from '../../../platform/api/client.ts'
import { validateName as ruleNameFault } from '../../../platform/authoring/naming/name-validation.ts'
import { QueryError } from '../../../platform/errors/page-error.tsx'
import { FormDialog } from '../../../platform/forms/form-dialog.tsx'
import { useApiMutation } from '../../../platform/mutations/use-api-mutation.ts'
import { useRecovery } from '../../../platform/recovery/use-recovery.ts'
import { ContentsView } from '../../../platform/templates/contents-view.tsx'
import { templateErrorOf } from '../../../platform/templates/template-error.ts'
import { TemplateIssueNotes } from '../../../platform/templates/template-issue-notes.tsx'
import {
  isTooLong,
  type TemplateDetails,
  TemplateNameFields,
  type TemplateNameIssue,
  templateNameMessages,
  validateTemplateName,
} from '../../../platform/templates/template-name-fields.tsx'
import { TemplatePicker } from '../../../platform/templates/template-picker.tsx'
import { useTemplateChoice } from '../../../platform/templates/use-template-choice.ts'
import { useRuleHref, useRuleScope } from '../rule-scope.tsx'

/** What outlives a way to the sign-in page; a file does not. */
interface RecoveredForm {
  templateId: string | null
  typed: TemplateDetails | null
}

/** A new draft from a template of the library, or from a file. */
export function RuleFromTemplateDialog({ onClose }: { onClose: () => void }) {
  const intl = useIntl()
  const { toast } = useToast()
  const navigate = useNavigate()
  const ruleHref = useRuleHref()
  const { environmentId, eventType, branch } = useRuleScope()
  const choice = useTemplateChoice()
  const [typed, setTyped] = useState<TemplateDetails | null>(null)
  const [fault, setFault] = useState<TemplateNameIssue | null>(null)
  const [refusal, setRefusal] = useState<ReactNode>(null)
  const check = useQuery({
    queryKey: [...api.ruleTemplates.check.key(), environmentId, eventType, choice.key],
    enabled: choice.key !== null && choice.fault === null,
    staleTime: 0,
    retry: false,
    queryFn: () => client.ruleTemplates.check({ environmentId, eventType, ...choice.given }),
  })
  useRecovery<RecoveredForm>(
    `template/rule/${environmentId}/${eventType}/${branch}`,
    { templateId: choice.given.templateId ?? null, typed },
    kept => {
      if (kept.templateId !== null) choice.pick(kept.templateId)
      setTyped(kept.typed)
    },
  )
  const unreadable = check.isError ? templateErrorOf(check.error) : null
  const fileFault = unreadable?.kind === 'file' ? unreadable.fault : choice.fault
  const named = typed ?? { name: check.data?.name ?? '', description: check.data?.description ?? '' }
  const anew = () => {
    // Typed before anything is chosen can only be what was kept, of a file that could not be.
    if (choice.key === null) return
    setTyped(null)
    setFault(null)
    setRefusal(null)
  }
  const creation = useApiMutation({
    mutationFn: (details: TemplateDetails) =>
      client.ruleTemplates.use({ environmentId, eventType, branch, ...choice.given, ...details }),
    invalidates: [api.rules.list.key()],
    onSuccess: (_answer, { name }) =>
      toast({ tone: 'success', title: intl.formatMessage({ id: 'Templates.Use.RuleDone' }, { name }) }),
    onError: error => {
      if (isNameTaken(error)) setFault('taken')
      else if (conflictErrorOf(error)?.reason === 'rules.limit') setRefusal('Rules.List.Limit')
      else return false
      return true
    },
  })
  const submit = () => {
    const name = named.name.trim()
    const found = validateTemplateName(named) ?? (ruleNameFault(name) ? 'rule' : null)
    setFault(found)
    setRefusal(null)
    if (!check.data || check.data.blocked || found || isTooLong(named)) return
    creation.mutate(
      { name, description: named.description.trim() },
      { onSuccess: ({ rule }) => void navigate(ruleHref(rule.id)) },
    )
  }
  return (
    <FormDialog
      title={<FormattedMessage id="Templates.Use.Title" />}
      confirm={<FormattedMessage id="Common.Create" />}
      running={creation.isPending}
      refusal={check.data?.blocked ? 'Templates.Use.Blocked' : refusal}
      onSubmit={submit}
      onClose={onClose}
    >
      <TemplatePicker
        kind="rule"
        environmentId={environmentId}
        choice={{
          ...choice,
          fault: fileFault,
          pick: id => {
            choice.pick(id)
            anew()
          },
          load: file => {
            choice.load(file)
            anew()
          },
        }}
      />
      {check.isFetching && !check.data ? (
        <div aria-busy="true">
          <Skeleton className="h-2 w-1/2" />
        </div>
      ) : null}
      {check.isError && unreadable?.kind !== 'file' ? (
        <QueryError error={check.error} onRetry={() => void check.refetch()} />
      ) : null}
      {check.data ? (
        <>
          <TemplateNameFields
            {...named}
            nameError={fault && templateNameMessages[fault]}
            help={<FormattedMessage id="Templates.Use.RuleName" />}
            onChange={next => {
              setTyped(next)
              setFault(null)
            }}
          />
          <ContentsView contents={check.data.contents} />
          {check.data.problems.length > 0 ? (
            <Callout
              tone={check.data.blocked ? 'danger' : 'warning'}
              title={check.data.blocked ? undefined : <FormattedMessage id="Templates.Use.Lacks" />}
            >
              <TemplateIssueNotes problems={check.data.problems} />
            </Callout>
          ) : null}
        </>
      ) : null}
    </FormDialog>
  )
}
