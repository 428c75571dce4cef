import { CopyButton, createColumns, Heading, SimpleTable } from '@assay/design-system'
import type { BoosterMessage, BoosterPreview, BoosterSourcePath } from '@assay/risk-service/contract'
import { FormattedMessage, useIntl } from 'react-intl'
import { useBoosterTexts } from '../use-booster-texts.ts'

type Source = BoosterPreview['sources'][number]
const columns = createColumns<Source>()

/** The values of a message with where each comes from, and the text whose bytes leave. */
export function MessageBytes({ preview }: { preview: BoosterPreview & { message: BoosterMessage } }) {
  const intl = useIntl()
  const texts = useBoosterTexts()
  const { message, sources, text, bytes } = preview
  const kindOf = ({ kind }: BoosterSourcePath) => intl.formatMessage({ id: `Booster.Source.${kind}` })
  const label = intl.formatMessage({ id: 'Booster.Message.Fields' })
  const copied = intl.formatMessage({ id: 'Booster.Message.Bytes' })
  return (
    <>
      <SimpleTable
        label={label}
        gutter="none"
        narrow="cards"
        columns={[
          columns.custom('field', {
            labelId: 'Booster.Value',
            rowHeader: true,
            value: ({ field }) => texts.field(field),
            cell: ({ field }) => <span className="font-medium">{texts.field(field)}</span>,
          }),
          columns.custom('value', {
            labelId: 'Booster.Message.Value',
            value: ({ field }) => texts.value(message, field),
            cell: ({ field }) => <bdi className="wrap-anywhere">{texts.value(message, field)}</bdi>,
          }),
          columns.custom('from', {
            labelId: 'Booster.Message.From',
            value: ({ from }) => from.map(each => `${kindOf(each)} ${each.path}`).join(', '),
            cell: ({ from }) => (
              <ul className="flex flex-col whitespace-normal">
                {from.map(each => (
                  <li key={each.path} className="text-fg-secondary">
                    {kindOf(each)}{' '}
                    <bdi dir="ltr" className="font-mono text-xs wrap-anywhere">
                      {each.path}
                    </bdi>
                  </li>
                ))}
              </ul>
            ),
          }),
        ]}
        rows={sources}
        getRowId={({ field }) => field}
      />
      <section className="flex flex-col gap-2">
        <div className="flex flex-wrap items-baseline gap-x-2">
          <Heading level={3} size="sm">
            <FormattedMessage id="Booster.Message.Bytes" />
          </Heading>
          <span className="text-xs text-fg-muted">
            <FormattedMessage id="Booster.Message.Bytes.Count" values={{ count: bytes }} />
          </span>
        </div>
        <div className="relative min-w-0">
          <pre
            dir="ltr"
            role="region"
            aria-label={copied}
            tabIndex={0}
            className="rounded-control bg-surface-sunken p-3 pe-10 font-mono text-xs wrap-anywhere whitespace-pre-wrap focus-ring"
          >
            {text}
          </pre>
          <div className="absolute inset-e-0 inset-bs-0 p-1">
            <CopyButton value={text ?? ''} label={copied} />
          </div>
        </div>
      </section>
    </>
  )
}
