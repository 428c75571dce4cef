import { FormattedMessage } from 'react-intl'

const geographies: Readonly<Record<string, string>> = {
  us: 'Environments.Geography.us',
  ca: 'Environments.Geography.ca',
  eu: 'Environments.Geography.eu',
}

/** The geography of the data; an unknown word is shown unchanged. */
export function GeographyName({ geography }: { geography: string }) {
  const id = geographies[geography]
  return id === undefined ? <bdi>{geography}</bdi> : <FormattedMessage id={id} />
}
