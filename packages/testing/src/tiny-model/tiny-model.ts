import { encodeGguf, type GgufTensor, type GgufValue } from './gguf.js'
import { SeededRandom } from './seeded-random.js'
import { createVocabulary, type TinyTemplate, type Vocabulary } from './vocabulary.js'
import { sayings } from './words.js'

export interface TinyModelOptions {
  /** 1 when unset. */
  readonly seed?: number
  /** Width, 64 when unset; a multiple of `heads`. Speed is the inverse of `width² × layers`. */
  readonly width?: number
  /** 2 when unset. */
  readonly layers?: number
  /** 4 when unset. */
  readonly heads?: number
  /** 2 when unset; a divisor of `heads`. */
  readonly keyValueHeads?: number
  /** Width of the feed-forward part, twice `width` when unset. */
  readonly feedForward?: number
  /** The context length in its metadata; 8,192 when unset. */
  readonly contextLength?: number
  /** The probability of the end token against all words together; 0.02 when unset, 0 never ends. */
  readonly endWeight?: number
  /** chatml when unset. */
  readonly template?: TinyTemplate
  /** In place of the chat template of chatml. */
  readonly chatTemplate?: string
  /** The tokens that it can generate, with bytes as `<0xF0>`; common words when unset. */
  readonly says?: readonly string[]
  /** Declares the template's markers as ordinary words, as careless conversions do. */
  readonly hasLooseMarkers?: boolean
  /** Further words that it declares as ordinary, such as markers of a template's section for tools. */
  readonly looseMarkers?: readonly string[]
  /** 16-bit weights: half the size. */
  readonly isHalf?: boolean
}

const chatml =
  "{% for m in messages %}{{'<|im_start|>' + m['role'] + '\\n' + m['content'] + '<|im_end|>' + '\\n'}}{% endfor %}" +
  "{% if add_generation_prompt %}{{ '<|im_start|>assistant\\n' }}{% endif %}"
const unlikely = -30

/**
 * A valid llama model with random weights as a GGUF file, 0.85 MB by default: it generates readable words without
 * sense. The first feature of every token is constant; the output layer uses it to suppress tokens.
 */
export function createTinyModel(options: TinyModelOptions = {}): Buffer {
  const shape = resolve(options)
  const vocabulary = createVocabulary(shape)
  return encodeGguf(describe(shape, vocabulary), createTensors(shape, vocabulary))
}

type Shape = Required<TinyModelOptions>

function resolve(options: TinyModelOptions): Shape {
  const { width = 64 } = options
  return {
    width,
    seed: 1,
    layers: 2,
    heads: 4,
    keyValueHeads: 2,
    feedForward: width * 2,
    contextLength: 8_192,
    endWeight: 0.02,
    template: 'chatml',
    chatTemplate: chatml,
    says: sayings,
    hasLooseMarkers: false,
    looseMarkers: [],
    isHalf: false,
    ...options,
  }
}

function createTensors(shape: Shape, vocabulary: Vocabulary): GgufTensor[] {
  const { width, layers, heads, keyValueHeads, feedForward, isHalf } = shape
  const random = new SeededRandom(shape.seed)
  const keyWidth = (width / heads) * keyValueHeads
  const size = vocabulary.texts.length
  const matrix = (name: string, columns: number, rows: number, value: (column: number, row: number) => number) => {
    const values = new Float32Array(columns * rows)
    for (let index = 0, row = 0; row < rows; row += 1) {
      for (let column = 0; column < columns; column += 1, index += 1) values[index] = value(column, row)
    }
    return { name: `${name}.weight`, shape: [columns, rows], values, isHalf }
  }
  const norm = (name: string) => {
    return { name: `${name}.weight`, shape: [width], values: new Float32Array(width).fill(1), isHalf: false }
  }
  const weight = () => random.normal() / Math.sqrt(width)
  // row 0 adds nothing, so that the constant feature keeps its value
  const silent = (scale: number) => (_column: number, row: number) => (row === 0 ? 0 : random.normal() * scale)

  const tensors: GgufTensor[] = [matrix('token_embd', width, size, (column) => (column === 0 ? 3 : random.normal()))]
  for (let layer = 0; layer < layers; layer += 1) {
    const block = `blk.${layer}`
    tensors.push(
      norm(`${block}.attn_norm`),
      matrix(`${block}.attn_q`, width, width, weight),
      matrix(`${block}.attn_k`, width, keyWidth, weight),
      matrix(`${block}.attn_v`, width, keyWidth, weight),
      matrix(`${block}.attn_output`, width, width, silent(1 / Math.sqrt(width))),
      norm(`${block}.ffn_norm`),
      matrix(`${block}.ffn_gate`, width, feedForward, weight),
      matrix(`${block}.ffn_up`, width, feedForward, weight),
      matrix(`${block}.ffn_down`, feedForward, width, silent(1 / Math.sqrt(feedForward))),
    )
  }
  tensors.push(norm('output_norm'))
  const endBias = shape.endWeight > 0 ? Math.log(shape.endWeight * vocabulary.sayable.size) / 2 : unlikely
  tensors.push(
    matrix('output', width, size, (column, row) => {
      const isConstant = column === 0
      if (row === vocabulary.end) return isConstant ? endBias : 0
      if (!vocabulary.sayable.has(row)) return isConstant ? unlikely : 0
      return isConstant ? 0 : random.normal() * 0.3
    }),
  )
  return tensors
}

function describe(shape: Shape, vocabulary: Vocabulary): Record<string, GgufValue> {
  const u32 = (value: number): GgufValue => ({ kind: 'u32', value })
  const f32 = (value: number): GgufValue => ({ kind: 'f32', value })
  const bool = (value: boolean): GgufValue => ({ kind: 'bool', value })
  const string = (value: string): GgufValue => ({ kind: 'string', value })
  const template: Record<string, GgufValue> =
    shape.template === 'chatml' ? { 'tokenizer.chat_template': string(shape.chatTemplate) } : {}
  return {
    'general.architecture': string('llama'),
    'general.name': string('tiny-random'),
    'general.file_type': u32(shape.isHalf ? 1 : 0),
    'general.alignment': u32(32),
    'llama.vocab_size': u32(vocabulary.texts.length),
    'llama.context_length': u32(shape.contextLength),
    'llama.embedding_length': u32(shape.width),
    'llama.block_count': u32(shape.layers),
    'llama.feed_forward_length': u32(shape.feedForward),
    'llama.attention.head_count': u32(shape.heads),
    'llama.attention.head_count_kv': u32(shape.keyValueHeads),
    'llama.rope.dimension_count': u32(shape.width / shape.heads),
    'llama.rope.freq_base': f32(10_000),
    'llama.attention.layer_norm_rms_epsilon': f32(1e-5),
    'tokenizer.ggml.model': string('llama'),
    'tokenizer.ggml.tokens': { kind: 'strings', value: vocabulary.texts },
    'tokenizer.ggml.scores': { kind: 'f32s', value: vocabulary.scores },
    'tokenizer.ggml.token_type': { kind: 'i32s', value: vocabulary.types },
    'tokenizer.ggml.bos_token_id': u32(vocabulary.begin),
    'tokenizer.ggml.eos_token_id': u32(vocabulary.end),
    'tokenizer.ggml.unknown_token_id': u32(vocabulary.unknown),
    'tokenizer.ggml.add_bos_token': bool(true),
    'tokenizer.ggml.add_eos_token': bool(false),
    'tokenizer.ggml.add_space_prefix': bool(false),
    ...template,
  }
}
