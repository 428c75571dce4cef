import { Button, Combobox, Field, Icon } from '@assay/design-system'
import type { TemplateKind } from '@assay/risk-service/contract'
import { useQuery } from '@tanstack/react-query'
import { FileJson2 } from 'lucide-react'
import { useRef } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import type { api } from '../api/client.ts'
import { QueryError } from '../errors/page-error.tsx'
import { templateQueries } from './template-procedures.ts'
import type { TemplateChoice } from './use-template-choice.ts'

interface TemplatePickerProps {
  kind: TemplateKind
  /** Whose library, with those of its parents. */
  environmentId: string
  choice: TemplateChoice
}

/** A template of the library here or above, or one from a file. */
export function TemplatePicker({ kind, environmentId, choice: { selection, fault, pick, load } }: TemplatePickerProps) {
  const intl = useIntl()
  const file = useRef<HTMLInputElement>(null)
  const query = useQuery(
    (templateQueries[kind] as typeof api.ruleTemplates).list.queryOptions({
      input: { environmentId },
      staleTime: 5_000,
    }),
  )
  const templates = query.data?.templates ?? []
  const field = (
    <Field
      label={<FormattedMessage id="Templates.Use.Template" />}
      required
      description={
        selection.file ? (
          <bdi className="wrap-anywhere">{selection.file.name}</bdi>
        ) : query.data && templates.length === 0 ? (
          <FormattedMessage id="Templates.Use.None" />
        ) : undefined
      }
      {...(fault ? { error: <FormattedMessage id={`Templates.File.${fault}`} /> } : {})}
    >
      <div className="relative flex flex-wrap items-center gap-2">
        <div className="min-w-[12rem] flex-1">
          <Combobox
            placeholder={intl.formatMessage({ id: 'Templates.Use.Choose' })}
            disabled={templates.length === 0}
            value={selection.templateId ?? ''}
            onValueChange={pick}
            options={templates.map(({ id, name, inherited, environment }) => ({
              value: id,
              label: inherited ? intl.formatMessage({ id: 'Templates.Use.Parent' }, { name, environment }) : name,
            }))}
          />
        </div>
        <Button type="button" onClick={() => file.current?.click()}>
          <Icon icon={FileJson2} />
          <FormattedMessage id="Templates.Use.Load" />
        </Button>
        <input
          ref={file}
          type="file"
          accept=".json,application/json"
          className="hidden"
          tabIndex={-1}
          aria-label={intl.formatMessage({ id: 'Templates.Use.Load' })}
          onChange={event => {
            const [chosen] = event.target.files ?? []
            event.target.value = ''
            if (chosen) load(chosen)
          }}
        />
      </div>
    </Field>
  )
  // A file can be used all the same.
  return query.isError && !query.data ? (
    <>
      {field}
      <QueryError error={query.error} onRetry={() => void query.refetch()} />
    </>
  ) : (
    field
  )
}
