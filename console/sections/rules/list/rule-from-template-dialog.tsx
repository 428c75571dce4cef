import { Callout, Skeleton, useToast } from '@assay/design-system'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { useNavigate } from 'react-router-dom'
import { conflictErrorOf, isNameTaken } from '../../../platform/api/api-error.ts'
import { api, client } from '../../../platform/api/client.ts'
import { useRecordForm } from '../../../platform/authoring/form/use-record-form.ts'
import { QueryError } from '../../../platform/errors/page-error.tsx'
import { contractResolver } from '../../../platform/forms/contract-resolver.ts'
import { ruleFromTemplateSchema } from '../../../platform/forms/contract-schemas.ts'
import { FormDialog } from '../../../platform/forms/form-dialog.tsx'
import { ContentsView } from '../../../platform/templates/contents-view.tsx'
import {
  type TemplateDetails,
  templateDetailsBody,
  templateDetailsMessages,
} from '../../../platform/templates/template-details-form.tsx'
import { templateErrorOf } from '../../../platform/templates/template-error.ts'
import { TemplateIssueNotes } from '../../../platform/templates/template-issue-notes.tsx'
import { TemplateNameFields } from '../../../platform/templates/template-name-fields.tsx'
import { TemplatePicker } from '../../../platform/templates/template-picker.tsx'
import { useTemplateChoice } from '../../../platform/templates/use-template-choice.ts'
import { useRuleHref, useRuleScope } from '../rule-scope.tsx'

const resolver = contractResolver({
  schema: ruleFromTemplateSchema,
  toBody: templateDetailsBody,
  messages: templateDetailsMessages,
})

const emptyDetails: TemplateDetails = { name: '', description: '' }
const detailsOf = ({ name, description }: TemplateDetails): TemplateDetails => ({ name, description })

/** Beside what was typed; a file does not outlive a way to the sign-in page. */
interface RecoveredChoice {
  templateId: string | null
}

/** A new draft from a template of the library, or from a file. */
export function RuleFromTemplateDialog({ onClose }: { onClose: () => void }) {
  const intl = useIntl()
  const { toast } = useToast()
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const ruleHref = useRuleHref()
  const { environmentId, eventType, branch } = useRuleScope()
  const choice = useTemplateChoice()
  const check = useQuery({
    queryKey: [...api.ruleTemplates.check.key(), environmentId, eventType, choice.key],
    enabled: choice.key !== null && choice.fault === null,
    staleTime: 0,
    retry: false,
    queryFn: () => client.ruleTemplates.check({ environmentId, eventType, ...choice.selection }),
  })
  const { form, dirty, saving, attempts, problem, submit } = useRecordForm({
    record: { values: emptyDetails, version: 0 },
    resolver,
    recovery: {
      id: `template/rule/${environmentId}/${eventType}/${branch}`,
      unchanged: true,
      context: { templateId: choice.selection.templateId ?? null } satisfies RecoveredChoice,
      restore: ({ templateId }: RecoveredChoice) => {
        if (templateId !== null) choice.pick(templateId)
        return true
      },
    },
    save: async details => {
      const { rule } = await client.ruleTemplates.use({
        environmentId,
        eventType,
        branch,
        ...choice.selection,
        ...details,
      })
      return { id: rule.id, name: details.name }
    },
    onSaved: ({ name }) =>
      toast({ tone: 'success', title: intl.formatMessage({ id: 'Templates.Use.RuleDone' }, { name }) }),
    moveOn: ({ id }) => navigate(ruleHref(id)),
    onSettled: () => queryClient.invalidateQueries({ queryKey: api.rules.list.key() }),
    errorsOf: error => (isNameTaken(error) ? { name: { id: 'Templates.Name.Taken' } } : null),
    problemOf: error => (conflictErrorOf(error)?.reason === 'rules.limit' ? 'Rules.List.Limit' : null),
  })
  const suggestion = check.data
  // The template names the rule until the user types a name.
  useEffect(() => {
    if (suggestion && !dirty) form.reset(detailsOf(suggestion))
  }, [suggestion, dirty, form])
  const choose = (select: () => void) => {
    // Typed before anything is chosen can only be what was recovered, of a file that could not be.
    if (choice.key !== null) form.reset(suggestion ? detailsOf(suggestion) : emptyDetails)
    select()
  }
  const checkError = check.isError ? templateErrorOf(check.error) : null
  const fileFault = checkError?.kind === 'file' ? checkError.fault : choice.fault
  return (
    <FormDialog
      title={<FormattedMessage id="Templates.Use.Title" />}
      confirm={<FormattedMessage id="Common.Create" />}
      running={saving}
      attempts={attempts}
      refusal={suggestion?.blocked ? 'Templates.Use.Blocked' : problem}
      onSubmit={() => {
        if (suggestion && !suggestion.blocked) void submit()
      }}
      onClose={onClose}
    >
      <TemplatePicker
        kind="rule"
        environmentId={environmentId}
        choice={{
          ...choice,
          fault: fileFault,
          pick: id => choose(() => choice.pick(id)),
          load: file => choose(() => choice.load(file)),
        }}
      />
      {check.isFetching && !suggestion ? (
        <div aria-busy="true">
          <Skeleton className="h-2 w-1/2" />
        </div>
      ) : null}
      {check.isError && checkError?.kind !== 'file' ? (
        <QueryError error={check.error} onRetry={() => void check.refetch()} />
      ) : null}
      {suggestion ? (
        <>
          <TemplateNameFields form={form} help={<FormattedMessage id="Templates.Use.RuleName" />} />
          <ContentsView contents={suggestion.contents} />
          {suggestion.problems.length > 0 ? (
            <Callout
              tone={suggestion.blocked ? 'danger' : 'warning'}
              title={suggestion.blocked ? undefined : <FormattedMessage id="Templates.Use.Lacks" />}
            >
              <TemplateIssueNotes problems={suggestion.problems} />
            </Callout>
          ) : null}
        </>
      ) : null}
    </FormDialog>
  )
}
