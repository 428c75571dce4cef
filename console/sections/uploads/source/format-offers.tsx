import { Button, Callout } from '@assay/design-system'
import type { ColumnFormat, FormatFinding } from '@assay/risk-service/upload-files'
import { FormattedMessage, useIntl } from 'react-intl'

interface FormatOffersProps {
  findings: readonly FormatFinding[]
  onApply: (attribute: string, format: ColumnFormat) => void
}

/** Columns whose refused values are all of another format: one click reads them in it. */
export function FormatOffers({ findings, onApply }: FormatOffersProps) {
  const intl = useIntl()
  return findings.map(({ attribute, column, values, formats }) => (
    <Callout
      key={attribute}
      tone="info"
      live
      title={
        <FormattedMessage
          id={formats.length === 1 ? 'Upload.Format.One' : 'Upload.Format.Several'}
          values={{ count: values, column: <bdi key="column">{column}</bdi> }}
        />
      }
    >
      <div className="flex flex-wrap items-center gap-2 pbs-1">
        {formats.map(format => (
          <Button
            key={format}
            size="sm"
            aria-label={intl.formatMessage(
              { id: 'Upload.Format.Apply.Of' },
              { column, format: intl.formatMessage({ id: `Upload.Format.${format.replaceAll('-', '')}` }) },
            )}
            onClick={() => onApply(attribute, format)}
          >
            <FormattedMessage
              id="Upload.Format.Apply"
              values={{ format: intl.formatMessage({ id: `Upload.Format.${format.replaceAll('-', '')}` }) }}
            />
          </Button>
        ))}
      </div>
    </Callout>
  ))
}
