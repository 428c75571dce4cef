import { Button, Callout } from '@assay/design-system'
import { FormattedMessage } from 'react-intl'
import { useLanguage } from '../platform/i18n/i18n.tsx'
import { languageNames } from '../platform/i18n/languages.ts'

/** Reports that the texts of a language could not be loaded, and offers to load them again. */
export function LanguageNotice() {
  const { language, missing, choose } = useLanguage()
  if (missing === null) return null
  return (
    <Callout
      tone="warning"
      className="mx-page mbs-3"
      actions={
        <Button size="sm" onClick={() => void choose(missing)}>
          <FormattedMessage id="Common.Retry" />
        </Button>
      }
    >
      <FormattedMessage
        id="Shell.Language.Missing"
        values={{
          wanted: <bdi key="wanted">{languageNames[missing]}</bdi>,
          shown: <bdi key="shown">{languageNames[language]}</bdi>,
        }}
      />
    </Callout>
  )
}
