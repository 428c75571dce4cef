import { addons } from 'storybook/manager-api'
import { fontFiles } from '../design-system/tokens/font-files.ts'
import { monoFamily, sansFamily, siteTheme, systemBase } from './docs/theme.ts'

// The frame of Storybook loads no style sheet of the library.
document.fonts.add(new FontFace(sansFamily, `url(${fontFiles.sans})`, { weight: '100 700', stretch: '85% 100%' }))
document.fonts.add(new FontFace(monoFamily, `url(${fontFiles.mono})`))

addons.setConfig({ theme: siteTheme(systemBase()) })
