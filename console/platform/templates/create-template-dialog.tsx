import { Button, downloadFile, Icon, Skeleton, useToast } from '@assay/design-system'
import { templateLimits } from '@assay/risk-service/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { FormattedMessage, useIntl } from 'react-intl'
import { api, client } from '../api/client.ts'
import { useRecordForm } from '../authoring/form/use-record-form.ts'
import { QueryError } from '../errors/page-error.tsx'
import { FormDialog } from '../forms/form-dialog.tsx'
import { useApiMutation } from '../mutations/use-api-mutation.ts'
import { ContentsView } from './contents-view.tsx'
import {
  type TemplateDetails,
  templateDetailsResolver,
  templateNameErrorOf,
  templateProblemNote,
  templateProblemOf,
} from './template-details-form.tsx'
import { createOrUpdateDetails, templateErrorOf } from './template-error.ts'
import { TemplateNameFields } from './template-name-fields.tsx'
import { templateClients, templateQueries } from './template-procedures.ts'

/** What a template is made of. */
export type TemplateSource =
  | { kind: 'rule'; ruleId: string }
  | { kind: 'assessment'; eventType: string }
  | { kind: 'environment' }
type EnvironmentScope = { environmentId: string }
const sourceId = (source: TemplateSource): string =>
  source.kind === 'rule'
    ? `rule/${source.ruleId}`
    : source.kind === 'assessment'
      ? `assessment/${source.eventType}`
      : source.kind

const composeQuery = (place: EnvironmentScope, source: TemplateSource) =>
  source.kind === 'rule'
    ? api.ruleTemplates.compose.queryOptions({ input: { ...place, ruleId: source.ruleId } })
    : source.kind === 'assessment'
      ? api.assessmentTemplates.compose.queryOptions({ input: { ...place, eventType: source.eventType } })
      : api.environmentTemplates.compose.queryOptions({ input: place })
const exportTemplate = (template: EnvironmentScope & TemplateDetails, source: TemplateSource) =>
  source.kind === 'rule'
    ? client.ruleTemplates.export({ ...template, ruleId: source.ruleId })
    : source.kind === 'assessment'
      ? client.assessmentTemplates.export({ ...template, eventType: source.eventType })
      : client.environmentTemplates.export(template)
const createTemplate = (
  template: EnvironmentScope & TemplateDetails & { templateId: string },
  source: TemplateSource,
) =>
  source.kind === 'rule'
    ? client.ruleTemplates.create({ ...template, ruleId: source.ruleId })
    : source.kind === 'assessment'
      ? client.assessmentTemplates.create({ ...template, eventType: source.eventType })
      : client.environmentTemplates.create(template)

interface CreateTemplateDialogProps {
  environmentId: string
  source: TemplateSource
  /** Of what it is made of. */
  name: string
  onClose: () => void
}

/** Creates a template of a resource: stored in the library, or downloaded as a file. */
export function CreateTemplateDialog({ environmentId, source, name: original, onClose }: CreateTemplateDialogProps) {
  const intl = useIntl()
  const { toast } = useToast()
  const queryClient = useQueryClient()
  const preview = useQuery({
    ...(composeQuery({ environmentId }, source) as ReturnType<typeof api.environmentTemplates.compose.queryOptions>),
    staleTime: 0,
    retry: false,
  })
  const { form, saving, attempts, problem, submit, validate, showError } = useRecordForm({
    record: { values: { name: original.slice(0, templateLimits.name), description: '' }, version: 0 },
    resolver: templateDetailsResolver,
    recovery: { id: `template/create/${environmentId}/${sourceId(source)}`, unchanged: true },
    save: async (details, { newId: templateId }) => {
      const template = { environmentId, templateId, ...details }
      await createOrUpdateDetails(
        () => createTemplate(template, source),
        baseVersion => templateClients[source.kind].describe({ ...template, baseVersion }),
      )
      return details.name
    },
    onSaved: name => toast({ tone: 'success', title: intl.formatMessage({ id: 'Templates.Added' }, { name }) }),
    moveOn: onClose,
    onSettled: () => queryClient.invalidateQueries({ queryKey: templateQueries[source.kind].key() }),
    errorsOf: templateNameErrorOf,
    problemOf: templateProblemOf,
  })
  const download = useApiMutation({
    mutationFn: (details: TemplateDetails) => exportTemplate({ environmentId, ...details }, source),
    onSuccess: (file, { name }) => downloadFile(file instanceof File ? file.name : `${name}.json`, file),
    onError: showError,
  })
  const legacy = preview.isError && templateErrorOf(preview.error)?.kind === 'legacy'
  return (
    <FormDialog
      title={<FormattedMessage id="Templates.CreateOf" values={{ name: <bdi key="name">{original}</bdi> }} />}
      description={<FormattedMessage id={`Templates.Excludes.${source.kind}`} />}
      confirm={<FormattedMessage id="Templates.Add" />}
      running={saving}
      attempts={attempts}
      refusal={legacy ? 'Templates.Legacy' : templateProblemNote(problem, source.kind)}
      extra={
        <Button
          type="button"
          loading={download.isPending}
          disabled={legacy}
          onClick={() => void validate(download.mutateAsync)}
        >
          <Icon icon={Download} />
          <FormattedMessage id="Lists.Download" />
        </Button>
      }
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <TemplateNameFields form={form} readOnly={saving} />
      {preview.data ? (
        <ContentsView contents={preview.data.contents} />
      ) : preview.isError ? (
        legacy ? null : (
          <QueryError error={preview.error} onRetry={() => void preview.refetch()} />
        )
      ) : (
        <div aria-busy="true">
          <Skeleton className="h-2 w-1/2" />
        </div>
      )}
    </FormDialog>
  )
}
