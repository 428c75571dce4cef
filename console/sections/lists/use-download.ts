import { useErrorToast } from '../../platform/errors/use-error-toast.ts'
import { downloadFile } from '../../platform/files/download-file.ts'

/** Asks for a file and gives it to the browser's downloads. */
export function useDownload(): (ask: () => Promise<File | Blob>) => Promise<void> {
  const failed = useErrorToast()
  return async ask => {
    try {
      const file = await ask()
      downloadFile(file, file instanceof File ? file.name : 'list.csv')
    } catch (error) {
      failed(error)
    }
  }
}
