import { DocsContainer } from '@storybook/addon-docs/blocks'
import type { ComponentProps } from 'react'
import { siteTheme, systemBase } from './theme.ts'

export type SiteContainerProps = ComponentProps<typeof DocsContainer>

/** The frame of every documentation page, in the colours of the tokens. */
export default function SiteContainer(props: SiteContainerProps) {
  return <DocsContainer {...props} theme={siteTheme(systemBase())} />
}
