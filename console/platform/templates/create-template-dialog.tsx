import { Button, downloadFile, Icon, Skeleton, useToast } from '@assay/design-system'
import { type TemplateKind, templateLimits } from '@assay/risk-service/contract'
import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { api, client } from '../api/client.ts'
import { QueryError } from '../errors/page-error.tsx'
import { FormDialog } from '../forms/form-dialog.tsx'
import { useApiMutation } from '../mutations/use-api-mutation.ts'
import { useRecoverableState } from '../recovery/use-recovery.ts'
import { ContentsView } from './contents-view.tsx'
import { createOrUpdateDetails, templateErrorOf } from './template-error.ts'
import {
  isTooLong,
  type TemplateDetails,
  TemplateNameFields,
  type TemplateNameIssue,
  templateNameMessages,
  validateTemplateName,
} from './template-name-fields.tsx'
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
const exportTemplate = (given: EnvironmentScope & TemplateDetails, source: TemplateSource) =>
  source.kind === 'rule'
    ? client.ruleTemplates.export({ ...given, ruleId: source.ruleId })
    : source.kind === 'assessment'
      ? client.assessmentTemplates.export({ ...given, eventType: source.eventType })
      : client.environmentTemplates.export(given)
const createTemplate = (given: EnvironmentScope & TemplateDetails & { templateId: string }, source: TemplateSource) =>
  source.kind === 'rule'
    ? client.ruleTemplates.create({ ...given, ruleId: source.ruleId })
    : source.kind === 'assessment'
      ? client.assessmentTemplates.create({ ...given, eventType: source.eventType })
      : client.environmentTemplates.create(given)

interface CreateTemplateDialogProps {
  environmentId: string
  source: TemplateSource
  /** Of what it is made of. */
  name: string
  onClose: () => void
}

/** Makes a template of something: kept in the library, or taken away as a file. */
export function CreateTemplateDialog({ environmentId, source, name: original, onClose }: CreateTemplateDialogProps) {
  const intl = useIntl()
  const { toast } = useToast()
  const [named, setNamed] = useRecoverableState<TemplateDetails>(
    `template/create/${environmentId}/${sourceId(source)}`,
    {
      name: original.slice(0, templateLimits.name),
      description: '',
    },
  )
  const [fault, setFault] = useState<TemplateNameIssue | null>(null)
  const [refusal, setRefusal] = useState<ReactNode>(null)
  // One id for every attempt: a lost answer makes no second template.
  const [templateId] = useState(() => crypto.randomUUID())
  const preview = useQuery({
    ...(composeQuery({ environmentId }, source) as ReturnType<typeof api.environmentTemplates.compose.queryOptions>),
    staleTime: 0,
    retry: false,
  })
  const showRefusal = (error: unknown): boolean => {
    const refused = templateErrorOf(error)
    if (refused?.kind === 'name') setFault('taken')
    else if (refused?.kind === 'limit') setRefusal(<LimitNote kind={source.kind} />)
    else if (refused?.kind === 'legacy') setRefusal('Templates.Legacy')
    else return false
    return true
  }
  const download = useApiMutation({
    mutationFn: (given: EnvironmentScope & TemplateDetails) => exportTemplate(given, source),
    onSuccess: (file, { name }) => downloadFile(file instanceof File ? file.name : `${name}.json`, file),
    onError: showRefusal,
  })
  const creation = useApiMutation({
    mutationFn: (given: EnvironmentScope & TemplateDetails) =>
      createOrUpdateDetails(
        () => createTemplate({ ...given, templateId }, source),
        baseVersion => templateClients[source.kind].describe({ ...given, templateId, baseVersion }),
      ),
    invalidates: [templateQueries[source.kind].key()],
    onSuccess: (_answer, { name }) =>
      toast({ tone: 'success', title: intl.formatMessage({ id: 'Templates.Added' }, { name }) }),
    onError: showRefusal,
  })
  /** What is sent; null when it is no good, which the fields say. */
  const check = (): (EnvironmentScope & TemplateDetails) | null => {
    const found = validateTemplateName(named)
    setFault(found)
    setRefusal(null)
    if (found || isTooLong(named)) return null
    return { environmentId, name: named.name.trim(), description: named.description.trim() }
  }
  const submit = () => {
    const given = check()
    if (given) creation.mutate(given, { onSuccess: onClose })
  }
  const save = () => {
    const given = check()
    if (given) download.mutate(given)
  }
  const legacy = preview.isError && templateErrorOf(preview.error)?.kind === 'legacy'
  return (
    <FormDialog
      title={<FormattedMessage id="Templates.CreateOf" values={{ name: <bdi key="name">{original}</bdi> }} />}
      description={<FormattedMessage id={`Templates.Excludes.${source.kind}`} />}
      confirm={<FormattedMessage id="Templates.Add" />}
      running={creation.isPending}
      refusal={legacy ? 'Templates.Legacy' : refusal}
      extra={
        <Button type="button" loading={download.isPending} disabled={legacy} onClick={save}>
          <Icon icon={Download} />
          <FormattedMessage id="Lists.Download" />
        </Button>
      }
      onSubmit={submit}
      onClose={onClose}
    >
      <TemplateNameFields
        {...named}
        nameError={fault && templateNameMessages[fault]}
        readOnly={creation.isPending}
        onChange={next => {
          setNamed(next)
          setFault(null)
        }}
      />
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

/** The library of a kind is full. */
export function LimitNote({ kind }: { kind: TemplateKind }) {
  return <FormattedMessage id="Templates.Limit" values={{ limit: templateLimits[kind] }} />
}
