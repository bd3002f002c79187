"""Functions of the start-up modules that ordinary calls never run; `hack/update-startup` makes this list."""

from __future__ import annotations

# A line a module: its name and those of its functions, which may go on in lines that begin with spaces.
_NAMES = """
guardhost: __dir__
guardhost.model.record: _misfit
guardhost.model.jsontext: _constant
guardhost.model.line: _word _fits
guardhost.world.clock: alive
guardhost.world.files: _unreadable reason write_once make_folder _working_folder
guardhost.world.state: home _made _close
guardhost.world.repository: _below _packed
guardhost.world.marks: sweep _last_use _remove
guardhost.world.session: _grow
guardhost.world.trail: _spill _tail_lines _drop_stale records _opened _inode segments _logs _lines _record put_blob
    get_blob _blob
guardhost.shell.scope: _bodies _number _same unknown
guardhost.shell.wrappers: row_of
guardhost.shell.programs: _beside _leave record_unknown murky _starts_more _plus _commands _second_guess _may_vanish
    _tells _path _vcs
guardhost.shell.reader_plain: _expands _double
guardhost.shell.reading: read _start _is_simple _inner _inside
guardhost.shell.vcs: call _global _folder started
guardhost.shell.readonly_table: _known _gives _find _fd _command _read _printf _guardhost _gh _other_vcs _git
    _git_options _git_reads _git_lists _git_remote git_config _git_one _gives_any
guardhost.shell.readonly: runs_code _harmless
guardhost.judgement.scene: rule_ids _is_name
guardhost.judgement.flow: _while_it_reads _start _names _root script_text _is_link _names_secret
guardhost.hosts: handed_on _unread unreadable _whole object_of _guessed
guardhost.hosts.reply: denied_line unjudged unread_event unread_enveloped unjudged_line flat unread_flat to_our_own
    unread_to_our_own
guardhost.hook: _usage _payload _leave_soon _leave
guardhost.model.errors: _remake
guardhost.model.verdict: telling allow advise ask deny _verdict _commands check_name _is_kebab _kebab _joined _unnamed
guardhost.judges.offspring: _is_zombie
guardhost.judges.source: _link
guardhost.judges.caller: ended _dotted limit
guardhost.judges.importer: _of_python
guardhost.judges.registry: _why_not_signature sound no_verdict
guardhost.judges.child: judge_many tell_rules _failed _named _failure
guardhost.judgement.requests: calls_of _text_in _spawn _one_place _checkout_of
guardhost.judgement.sides: _kept
guardhost.judgement.asking: _failed _failure
guardhost.judgement.remembering: _hold
guardhost.shell.programs_table: _shred _chmod _targets _copy may_be_folder _move _link _tee _dd _sed _suffix _backup
    sed_words _sed_letters _uniq read_then_write _rsync _scp _is_remote _find _names _perl _awk _edit
guardhost.shell.effects: touched
guardhost.world.build: digest_of _sources binary
guardhost.model.glob: matches _plain _alternatives _group _fits _star _single _class ranges literal covers overlaps
    _meets _letter _deep _parts _tried _share _takes _open _after
guardhost.builtin.paths: _pattern_hits _globs fits is_sample
guardhost.builtin.asking: _runs_lines
guardhost.judgement.guarding: _named _names
guardhost.judgement.elsewhere: _root
guardhost.builtin.tails: is_away _within is_scratch _is_moved is_made _name
guardhost.builtin.finding: _destroys _has _read _is_dark _places reaches _takes_a_parent _spares _wants_files _takes
    _fits
guardhost.builtin.ground: fixed
guardhost.builtin.losses: _to_nothing default_of narrowed _chosen_by_git _risks _globbed names_of
guardhost.builtin.delete_outside: _unknown _wrappers
guardhost.builtin.delete_inside: _elsewhere _unknown
guardhost.shell.screen: position _too_joined _without_bodies _delimiter
guardhost.shell.words: _matched inner _between _several _qualifies _tilde _assigned_tildes _tildes _home _indirect
    holds_code _element _cut _used _default _bound _maybe loose _output
guardhost.shell.numbers: is_number evaluated _looked_at _names _assigned number counts
guardhost.shell.internal: _search _stack _set _shift _let _bound _variables _given _marks _elements _bind _declared
    _integer _exported _echo _printf
guardhost.shell.peel: _bundle value _run beside _bare_shell _env _split _moved assignments _internal read_text payload
    _follow from_stdin _shell _start_files _eval with_env _trap _alias _repeat replaced _find
guardhost.shell.walk: as_nodes call _after_call _posix _declaration _assigned _assign _appended _group _subshell _coproc
    _time _function expression _indexes
guardhost.shell.ansi: decode _escape _run
guardhost.shell.reader_shfmt: _joined _flat _side _branches _dequoted _untabbed _single
guardhost.shell.parse: _complaint _open_document _why _is_literal
guardhost.judgement.wording: failure uncommitted nothing_ran kept denied denied_again nobody_to_ask forgetful
guardhost.rules.loading: unreadable _keep
guardhost.judgement.rulefiles: _working _unreadable _is
guardhost.judgement.ledgers: project_folder
guardhost.model.structured: given _lettered
guardhost.rules.members: _write_faces _wrapper _doubt _is_settled _is_there
guardhost.rules.modes: decide _mode _changed _cleared _counted
guardhost.model.pattern: letters _end _set share _steps _met _common
guardhost.rules.values: forms canonical open_tokens _without may_fit
guardhost.rules.disk: expand _meant
guardhost.judgement.ruling: _same
guardhost.judgement.same_call: ended _alike
guardhost.rules.codec: decoded _word ground_of
guardhost.temporal: __getattr__ __dir__
guardhost.world.calllog: _row
guardhost.world.tables: _busy _damaged
guardhost.world.memory: _key _tuples
guardhost.judgement.watching: runs _status
guardhost.temporal.leaves: begin advance _move _ordered _within _instances value _value _counted compare ended _ended
    marks
guardhost.temporal.answers: tallied counted
guardhost.temporal.terms: _bare _without_repeats _stripped _bare_one _is_all
guardhost.temporal.monitor: never unbound idle ended _ended encode decode _tuples
guardhost.rules.matching: _succeeded _absent _either _truth _same_list _may_equal expanded _overlaps _anywhere leaves
    _exists there bind _column
guardhost.rules.monitoring: told _order
guardhost.judges.committed: _submodule nothing
guardhost.calls.structured: operands_of
guardhost.calls.options: _negated
guardhost.builtin.git_acts: _switched _covers listed
guardhost.builtin.git_keys: key_of runs_a_program is_harmless_program configured _pair _by_variables _set
guardhost.builtin.tasks: _is_changed _each _just _scripts _json _toml _taskfile
guardhost.builtin.task_files: makefile _assigned _made justfile table taskfile _unquoted
guardhost.builtin.agents: _without_dashes _launched in_code looked_up _script before_dashes start_of
guardhost.builtin.own_verbs: _tokens set_up
guardhost.builtin.installers: _removed _made _value
guardhost.builtin.modes: as_done gives_away _command closes _clause_closes
guardhost.builtin.guard_tamper: _names_us _by_name
guardhost.builtin.guarded_keys: compare guards is_json _parts _flatten _is_guarded plain_json _string_end _drop_comma
    _line_parts _key _names _words
guardhost.builtin.host_files: below examples
guardhost.builtin.host_settings: _is_named _bases _own_folder _by_pattern _judged _settings _by_text _servers _editor
    _speaks _environment _brief _old _new _call _edited _pieces_are_plain _copied
guardhost.builtin.unguarded_agent: _spawned _keeps _option _any_line _bundled _loosens
guardhost.shell.peel_texts: _here _callback _completion _unless _hash _source substituted said_by _sed _tar
guardhost.shell.inline: _is_operand _made does
guardhost.shell.peel_code: _texts started _moved _own tried
guardhost.builtin.secrets: holds_secret is_template _placed folder_of_secrets names_secret
guardhost.builtin.secret_dumps: _filters _whole _is_old_style
guardhost.builtin.secret_tools: _all _dumps _filtered _means_secret _echoed variables
guardhost.builtin.secret_read: _root _is_secret _is_told _sent _globs _spells _is_path _patterns
guardhost.builtin.secret_ways: _uploaded _put _is_secret
guardhost.builtin.policy_commit: _names _counts _spreads
guardhost.builtin.git_line: _split _asked _joined _bare _covers mentioned
guardhost.builtin.git_moves: take restore _from_tree _written_from _unstage read_tree update_index apply switch checkout
    _files _branch_off reset merge pull _merged _upstream _pulled _remote fetch _fetched rebase _replayed pick revert
    _sequence _change mails _patched update_ref _set symbolic_ref branch tag stash bisect _along rewrite reflog
guardhost.judgement.history: _holds
guardhost.builtin.literals: secret_in _is_token _is_placeholder _assigned _unquoted _is_random _in_address _kinds
guardhost.builtin.secret_write: _root _written _is_filled_in_later _is_sample
guardhost.builtin.push_settings: by_setting _sent
guardhost.builtin.pushes: _every
guardhost.builtin.history_rewrite: _local _filter _update_ref _from_input _moved _branch _checkout _reflog _gc _options
    _prune _fetch _repack
guardhost.hosts.claude_code: _outcome _failure unread
"""


def _read(text: str) -> dict[str, tuple[str, ...]]:
    rows = (line.partition(": ") for line in text.replace("\n    ", " ").split("\n") if line)
    return {name: tuple(names.split()) for name, _, names in rows}


COLD = _read(_NAMES)
