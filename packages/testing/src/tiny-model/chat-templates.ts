/** Chat templates of well-known models, without default system texts and dates of their own. */
export const chatTemplates = {
  /** Of Qwen 2.5: system messages anywhere, and a section for tools. */
  qwen:
    "{%- if tools %}{{- '<|im_start|>system\\n' }}{%- if messages[0]['role'] == 'system' %}{{- messages[0]['content'] }}{%- endif %}" +
    '{{- "\\n\\n# Tools\\n\\nYou may call one or more functions.\\n\\n<tools>" }}{%- for tool in tools %}{{- "\\n" }}{{- tool | tojson }}{%- endfor %}' +
    "{{- \"\\n</tools><|im_end|>\\n\" }}{%- else %}{%- if messages[0]['role'] == 'system' %}" +
    "{{- '<|im_start|>system\\n' + messages[0]['content'] + '<|im_end|>\\n' }}{%- endif %}{%- endif %}" +
    "{%- for message in messages %}{%- if (message.role == 'user') or (message.role == 'system' and not loop.first) or (message.role == 'assistant' and not message.tool_calls) %}" +
    "{{- '<|im_start|>' + message.role + '\\n' + message.content + '<|im_end|>' + '\\n' }}{%- elif message.role == 'assistant' %}" +
    "{{- '<|im_start|>' + message.role }}{%- if message.content %}{{- '\\n' + message.content }}{%- endif %}{%- for tool_call in message.tool_calls %}" +
    '{%- if tool_call.function is defined %}{%- set tool_call = tool_call.function %}{%- endif %}' +
    "{{- '\\n<tool_call>\\n{\"name\": \"' }}{{- tool_call.name }}{{- '\", \"arguments\": ' }}{{- tool_call.arguments | tojson }}{{- '}\\n</tool_call>' }}{%- endfor %}{{- '<|im_end|>\\n' }}" +
    "{%- elif message.role == 'tool' %}{%- if (loop.index0 == 0) or (messages[loop.index0 - 1].role != 'tool') %}{{- '<|im_start|>user' }}{%- endif %}" +
    "{{- '\\n<tool_response>\\n' }}{{- message.content }}{{- '\\n</tool_response>' }}{%- if loop.last or (messages[loop.index0 + 1].role != 'tool') %}{{- '<|im_end|>\\n' }}{%- endif %}" +
    "{%- endif %}{%- endfor %}{%- if add_generation_prompt %}{{- '<|im_start|>assistant\\n' }}{%- endif %}",
  /** Of Qwen 3.5 in this respect: a system message first, and a message of the user somewhere. */
  strict:
    "{%- set ns = namespace(asked=false) %}{%- for message in messages %}{%- if message.role == 'user' %}{%- set ns.asked = true %}{%- endif %}{%- endfor %}" +
    "{%- if not ns.asked %}{{- raise_exception('No user query found in messages.') }}{%- endif %}" +
    "{%- for message in messages %}{%- if message.role == 'system' and not loop.first %}{{- raise_exception('System message must be at the beginning.') }}{%- endif %}" +
    "{{- '<|im_start|>' + message.role + '\\n' + message.content + '<|im_end|>\\n' }}{%- endfor %}{%- if add_generation_prompt %}{{- '<|im_start|>assistant\\n' }}{%- endif %}",
  /** Of Llama 3: any role anywhere. */
  llama3:
    "{% for message in messages %}{% set content = '<|start_header_id|>' + message['role'] + '<|end_header_id|>\\n\\n' + message['content'] | trim + '<|eot_id|>' %}" +
    '{% if loop.index0 == 0 %}{% set content = bos_token + content %}{% endif %}{{ content }}{% endfor %}' +
    "{% if add_generation_prompt %}{{ '<|start_header_id|>assistant<|end_header_id|>\\n\\n' }}{% endif %}",
  /** Of Gemma 2: no system message, user and assistant in turn. */
  gemma:
    "{{ bos_token }}{% if messages[0]['role'] == 'system' %}{{ raise_exception('System role not supported') }}{% endif %}{% for message in messages %}" +
    "{% if (message['role'] == 'user') != (loop.index0 % 2 == 0) %}{{ raise_exception('Conversation roles must alternate user/assistant/user/assistant/...') }}{% endif %}" +
    "{% if (message['role'] == 'assistant') %}{% set role = 'model' %}{% else %}{% set role = message['role'] %}{% endif %}" +
    "{{ '<start_of_turn>' + role + '\\n' + message['content'] | trim + '<end_of_turn>\\n' }}{% endfor %}{% if add_generation_prompt %}{{'<start_of_turn>model\\n'}}{% endif %}",
  /** Of Mistral 7B: a system message first, written into the last message of the user; then user and assistant in turn. */
  mistral:
    "{%- if messages[0]['role'] == 'system' %}{%- set system_message = messages[0]['content'] %}{%- set loop_messages = messages[1:] %}{%- else %}{%- set loop_messages = messages %}{%- endif %}" +
    "{{- bos_token }}{%- for message in loop_messages %}{%- if (message['role'] == 'user') != (loop.index0 % 2 == 0) %}" +
    "{{- raise_exception('After the optional system message, conversation roles must alternate user/assistant/user/assistant/...') }}{%- endif %}" +
    "{%- if message['role'] == 'user' %}{%- if loop.last and system_message is defined %}{{- '[INST] ' + system_message + '\\n\\n' + message['content'] + '[/INST]' }}" +
    "{%- else %}{{- '[INST] ' + message['content'] + '[/INST]' }}{%- endif %}{%- elif message['role'] == 'assistant' %}{{- ' ' + message['content'] + eos_token }}" +
    "{%- else %}{{- raise_exception('Only user and assistant roles are supported, with the exception of an initial optional system message!') }}{%- endif %}{%- endfor %}",
  /** Of gpt-oss: a system message first, as that of the developer; later ones are dropped. */
  gptOss:
    "{{- '<|start|>system<|message|>You are ChatGPT.<|end|>' }}{%- if messages[0].role == 'developer' or messages[0].role == 'system' %}" +
    "{{- '<|start|>developer<|message|># Instructions\\n\\n' + messages[0].content + '<|end|>' }}{%- set loop_messages = messages[1:] %}{%- else %}{%- set loop_messages = messages %}{%- endif %}" +
    "{%- for message in loop_messages %}{%- if message.role == 'assistant' %}{{- '<|start|>assistant<|channel|>final<|message|>' + message.content + '<|end|>' }}" +
    "{%- elif message.role == 'user' %}{{- '<|start|>user<|message|>' + message.content + '<|end|>' }}{%- endif %}{%- endfor %}" +
    "{%- if add_generation_prompt %}{{- '<|start|>assistant' }}{%- endif %}",
} as const
