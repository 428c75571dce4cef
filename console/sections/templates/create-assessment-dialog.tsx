import { Button, Callout, Dialog, DialogContent, Input, Skeleton } from '@assay/design-system'
import type { ConflictReason, Template, TemplateOutcome } from '@assay/risk-service/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { FormattedMessage } from 'react-intl'
import { readApiError } from '../../platform/api/api-error.ts'
import { api, client } from '../../platform/api/client.ts'
import { AddressHelp } from '../../platform/assessments/address-help.tsx'
import { useRecordForm } from '../../platform/authoring/form/use-record-form.ts'
import { QueryError } from '../../platform/errors/page-error.tsx'
import { contractResolver } from '../../platform/forms/contract-resolver.ts'
import { assessmentFromTemplateSchema } from '../../platform/forms/contract-schemas.ts'
import { FormDialog } from '../../platform/forms/form-dialog.tsx'
import type { FormErrors } from '../../platform/forms/form-errors.ts'
import { FormField } from '../../platform/forms/form-field.tsx'
import { ContentsView } from '../../platform/templates/contents-view.tsx'
import { OutcomeList, TemplateIssueNotes } from '../../platform/templates/template-issue-notes.tsx'

interface CreateAssessmentDialogProps {
  /** A root environment. */
  environmentId: string
  template: Template
  onClose: () => void
}

interface AssessmentNames {
  friendlyName: string
  apiName: string
}

const nameMessages = {
  friendlyName: { required: 'Lists.Name.Missing', invalid: 'Templates.Assessment.Rule.friendlyName' },
  apiName: { required: 'Lists.Name.Missing', invalid: 'Templates.Assessment.Rule.apiName' },
} as const

const resolver = contractResolver({
  schema: assessmentFromTemplateSchema,
  toBody: ({ friendlyName, apiName }: AssessmentNames) => ({
    friendlyName: friendlyName.trim(),
    apiName: apiName.trim(),
  }),
  messages: nameMessages,
})

const conflictMessages: Readonly<Partial<Record<ConflictReason, string>>> = {
  'assessment.exists': 'Templates.Assessment.taken',
  'assessment.limit': 'Templates.Assessment.limit',
}

function errorsOf(error: unknown): FormErrors<AssessmentNames> | null {
  const failure = readApiError(error)
  if (failure.kind === 'conflict') {
    const id = failure.reason === null ? undefined : conflictMessages[failure.reason]
    return id === undefined ? null : { apiName: { id } }
  }
  const field = failure.kind === 'invalid' ? failure.issues[0]?.path[0] : undefined
  return field === 'friendlyName' || field === 'apiName' ? { [field]: { id: nameMessages[field].invalid } } : null
}

const pathOf = (apiName: string): string => `/v1.0/assessment/${apiName.trim()}`

/** A new assessment from a template. What could not be made of it is listed at the end. */
export function CreateAssessmentDialog({ environmentId, template, onClose }: CreateAssessmentDialogProps) {
  const queryClient = useQueryClient()
  const [outcome, setOutcome] = useState<TemplateOutcome | null>(null)
  // One id for every attempt at a name: a lost answer makes no second assessment, and another name makes another one.
  const [ids] = useState(() => new Map<string, string>())
  const check = useQuery(
    api.assessmentTemplates.check.queryOptions({
      input: { environmentId, templateId: template.id },
      staleTime: 0,
      retry: false,
    }),
  )
  const apiNameTaken =
    check.data?.problems.some(({ part, severity }) => part === 'assessment' && severity === 'warning') ?? false
  const { form, values, saving, attempts, submit } = useRecordForm({
    // The names of the template are loaded with its check.
    record: {
      values: {
        friendlyName: check.data?.friendlyName ?? '',
        apiName: apiNameTaken ? '' : (check.data?.apiName ?? ''),
      },
      version: check.data ? 1 : 0,
    },
    resolver,
    recovery: { id: `template/use/${template.id}` },
    save: names => {
      const assessmentId = ids.get(names.apiName) ?? crypto.randomUUID()
      ids.set(names.apiName, assessmentId)
      return client.assessmentTemplates.use({ environmentId, templateId: template.id, assessmentId, ...names })
    },
    onSaved: answer => setOutcome(answer.outcome),
    errorsOf,
    // The assessment itself, its rules, and whatever these call: hardly a list is as it was, and after a failure its
    // answer may be all that was lost.
    onSettled: () => queryClient.invalidateQueries(),
  })
  if (outcome) {
    return (
      <Dialog
        open
        onOpenChange={open => {
          if (!open) onClose()
        }}
      >
        <DialogContent
          title={<FormattedMessage id="Templates.Result.Title" />}
          footer={
            <Button variant="primary" onClick={onClose}>
              <FormattedMessage id="Common.Close" />
            </Button>
          }
        >
          <OutcomeList outcome={outcome} />
        </DialogContent>
      </Dialog>
    )
  }
  const lacking = check.data?.problems.filter(({ severity }) => severity === 'error') ?? []
  return (
    <FormDialog
      title={
        <FormattedMessage id="Templates.Assessment.Title" values={{ name: <bdi key="name">{template.name}</bdi> }} />
      }
      confirm={<FormattedMessage id="Common.Create" />}
      running={saving || check.isPending}
      attempts={attempts}
      refusal={check.data?.blocked ? 'Templates.Assessment.RootOnly' : null}
      onSubmit={() => {
        if (check.data) void submit()
      }}
      onClose={onClose}
    >
      {!check.data ? (
        check.isError ? (
          <QueryError error={check.error} onRetry={() => void check.refetch()} />
        ) : (
          <div aria-busy="true">
            <Skeleton className="h-2 w-1/2" />
          </div>
        )
      ) : (
        <>
          <FormField
            form={form}
            name="friendlyName"
            label={<FormattedMessage id="Templates.Assessment.FriendlyName" />}
            required
          >
            {control => <Input {...control} readOnly={saving} dir="auto" maxLength={60} />}
          </FormField>
          <FormField
            form={form}
            name="apiName"
            label={<FormattedMessage id="Rules.Branch.ApiName" />}
            required
            description={<AddressHelp address={pathOf(values.apiName)} />}
          >
            {control => (
              <Input
                {...control}
                readOnly={saving}
                dir="ltr"
                mono
                maxLength={60}
                spellCheck={false}
                autoComplete="off"
              />
            )}
          </FormField>
          <ContentsView contents={check.data.contents} />
          {lacking.length > 0 ? (
            <Callout tone="warning" title={<FormattedMessage id="Templates.Use.Partly" />}>
              <TemplateIssueNotes problems={lacking} />
            </Callout>
          ) : null}
        </>
      )}
    </FormDialog>
  )
}
