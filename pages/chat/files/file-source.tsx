import { useState, type ReactNode } from 'react'
import type { Entry } from '@parley/client'
import { latePart } from '../shell/late-part.js'

const FilePreview = latePart(({ FilePreview }) => FilePreview)

interface FileSourceProps {
  /** Of a file. */
  readonly source: Entry['sources'][number]
  readonly children: ReactNode
}

/** Opens the file of a source at its passage. */
export function FileSource({ source, children }: FileSourceProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button type="button" className="link" dir="auto" title={source.title} onClick={() => setOpen(true)}>
        {children}
      </button>
      {isOpen && (
        <FilePreview id={source.file ?? ''} name={source.title} source={source} close={() => setOpen(false)} />
      )}
    </>
  )
}
