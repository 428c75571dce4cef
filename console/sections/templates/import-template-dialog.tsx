import { FileDrop, Select, useToast } from '@assay/design-system'
import { type TemplateFileIssue, type TemplateKind, templateLimits } from '@assay/risk-service/contract'
import { useRef, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { useRecordForm } from '../../platform/authoring/form/use-record-form.ts'
import { contractResolver } from '../../platform/forms/contract-resolver.ts'
import { templateImportSchema } from '../../platform/forms/contract-schemas.ts'
import { FormDialog } from '../../platform/forms/form-dialog.tsx'
import { messageOfError } from '../../platform/forms/form-errors.ts'
import { FormField } from '../../platform/forms/form-field.tsx'
import {
  type TemplateDetails,
  templateDetailsBody,
  templateDetailsMessages,
  templateNameErrorOf,
  templateProblemNote,
  templateProblemOf,
} from '../../platform/templates/template-details-form.tsx'
import { createOrUpdateDetails, templateErrorOf } from '../../platform/templates/template-error.ts'
import { TemplateNameFields } from '../../platform/templates/template-name-fields.tsx'
import { templateClients } from '../../platform/templates/template-procedures.ts'
import { readTemplateFileHeader } from './template-file-header.ts'

interface TemplateImportForm extends TemplateDetails {
  kind: TemplateKind
  file: File | null
  /** What the header of the file shows to be wrong. */
  fileIssue: TemplateFileIssue | null
}

const fileError = (issue: TemplateFileIssue) => ({ file: { id: `Templates.File.${issue}` } })

const resolver = contractResolver({
  schema: templateImportSchema,
  // Without a file the schema finds it missing.
  toBody: ({ kind, file, ...details }: TemplateImportForm) => ({
    kind,
    file: file as File,
    ...templateDetailsBody(details),
  }),
  messages: { ...templateDetailsMessages, file: 'Templates.File.missing' },
  rules: ({ file, fileIssue }) => (file !== null && fileIssue !== null ? fileError(fileIssue) : {}),
})

interface ImportTemplateDialogProps {
  environmentId: string
  /** Kinds that the library accepts here. */
  kinds: readonly TemplateKind[]
  onClose: () => void
  /** The library is another now, or may be. */
  onAdded: () => unknown
}

/** Stores the template of a file in the library. The file contains its kind; its name can be changed before. */
export function ImportTemplateDialog({ environmentId, kinds, onClose, onAdded }: ImportTemplateDialogProps) {
  const intl = useIntl()
  const { toast } = useToast()
  // One id for every attempt with a file as a kind: a lost answer makes no second template.
  const [templateId, setTemplateId] = useState(() => crypto.randomUUID())
  // The header of the last file.
  const suggested = useRef<TemplateDetails>({ name: '', description: '' })
  const newest = useRef<File | null>(null)
  const { form, values, saving, attempts, problem, submit } = useRecordForm({
    record: {
      values: { kind: kinds[0] ?? 'rule', file: null, fileIssue: null, name: '', description: '' },
      version: 0,
    },
    resolver,
    recovery: {
      id: `template/import/${environmentId}`,
      unchanged: true,
      // No browser stores the file either: it is chosen again.
      withoutSecrets: form => ({ ...form, file: null, fileIssue: null }),
    },
    save: async ({ kind, file, ...details }) => {
      const template = { environmentId, templateId, ...details }
      await createOrUpdateDetails(
        () => templateClients[kind].add({ ...template, file }),
        baseVersion => templateClients[kind].describe({ ...template, baseVersion }),
      )
      return details.name
    },
    onSaved: name => toast({ tone: 'success', title: intl.formatMessage({ id: 'Templates.Added' }, { name }) }),
    moveOn: onClose,
    onSettled: onAdded,
    errorsOf: error => {
      const refused = templateErrorOf(error)
      return refused?.kind === 'file' ? fileError(refused.fault) : templateNameErrorOf(error)
    },
    problemOf: templateProblemOf,
  })
  const chooseFile = async (file: File) => {
    newest.current = file
    const header = file.size > templateLimits.fileSize ? { fault: 'size' as const } : await readTemplateFileHeader(file)
    // Of two that were chosen one after the other, the first may be read last.
    if (newest.current !== file) return
    setTemplateId(crypto.randomUUID())
    form.setValue('fileIssue', header.fault ?? null)
    form.setValue('file', file, { shouldDirty: true, shouldValidate: true })
    if (header.kind !== undefined && kinds.includes(header.kind)) form.setValue('kind', header.kind)
    if (header.name === undefined) return
    const before = suggested.current
    const next = { name: header.name, description: header.description ?? '' }
    suggested.current = next
    // Input stays, including restored input after a return from the sign-in page, which loses the file.
    const typed = form.getValues()
    const shouldValidate = form.formState.isSubmitted
    if (typed.name === '' || typed.name === before.name) form.setValue('name', next.name, { shouldValidate })
    if (typed.description === before.description) form.setValue('description', next.description, { shouldValidate })
  }
  const dropFile = () => {
    newest.current = null
    form.setValue('fileIssue', null)
    form.setValue('file', null)
    form.clearErrors('file')
  }
  const fileMessage = messageOfError(form.formState.errors.file)
  return (
    <FormDialog
      title={<FormattedMessage id="Templates.Import" />}
      confirm={<FormattedMessage id="Templates.Add" />}
      running={saving}
      attempts={attempts}
      refusal={templateProblemNote(problem, values.kind)}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <FormField form={form} name="file" label={<FormattedMessage id="Templates.File.Label" />} labelHidden>
        {({ value: file }) => (
          <FileDrop
            label={intl.formatMessage({ id: 'Templates.File.Label' })}
            accept=".json,application/json"
            acceptLabel="JSON"
            maxSize={templateLimits.fileSize}
            files={
              file
                ? [
                    {
                      id: 'file',
                      name: file.name,
                      size: file.size,
                      state: fileMessage
                        ? { kind: 'failed', reason: intl.formatMessage(fileMessage), retryable: false }
                        : { kind: 'done' },
                    },
                  ]
                : []
            }
            onFilesAdd={([first]) => {
              if (first) void chooseFile(first)
            }}
            onRemove={dropFile}
          />
        )}
      </FormField>
      {/* Errors of the service at file and name refer to the kind that was chosen. */}
      <FormField
        form={form}
        name="kind"
        deps={['file', 'name']}
        label={<FormattedMessage id="Templates.Column.Kind" />}
        required
      >
        {({ value, onChange }) => (
          <div className="relative">
            <Select
              value={value}
              onValueChange={kind => {
                onChange(kind)
                setTemplateId(crypto.randomUUID())
              }}
              aria-label={intl.formatMessage({ id: 'Templates.Column.Kind' })}
              options={kinds.map(each => ({
                value: each,
                label: intl.formatMessage({ id: `Templates.Kind.${each}` }),
              }))}
            />
          </div>
        )}
      </FormField>
      <TemplateNameFields form={form} readOnly={saving} />
    </FormDialog>
  )
}
