; MAGPIE - a maze game for the Atari 2600 (NTSC, 4 KB, joystick).
;
; SPDX-License-Identifier: MIT OR Apache-2.0
;
; A magpie gathers coins in a garden of four seasons, and cats hunt it. A coin is worth more while a cat is close.
; README.md has the rules. Build: ./build.sh (needs dasm).
;
; ---------------------------------------------------------------------------------------------------------------
; Memory map. Programs outside the cartridge read these addresses; they stay where they are.
;
;   address  name      meaning
;   $80      frame     frame counter, low byte
;   $81      tick      frame counter, high byte; 0 when a game or a maze begins, or after a catch
;   $82-83   random    16-bit shift register
;   $84      state     0 game over or title, 1 play, 2 caught, 3 maze cleared
;   $85      timer     frames left in states 2 and 3
;   $86      lives     lives, the current one included; 0 when the game is over
;   $87      level     mazes cleared in this game
;   $88-89   score     four BCD digits, high byte first
;   $8A      left      coins left in this maze
;   $8B      near      distance to the nearest cat, pixels across plus lines down, at most 255
;   $8C      worth     what a coin is worth now: 1, 2 (near < 48) or 5 (near < 28)
;   $8D      cats      cats in this maze, 2 or 3
;   $8E-91   xs        left edge of the magpie and of cats 1, 2 and 3: 6 to 146
;   $92-95   ys        top edge of the same, in lines of the maze: 7 to 160
;   $96-99   cols      column of the cell each of them moves to or stands in: 0 to 9
;   $9A-9D   rows      row of that cell: 0 to 9
;   $9E-A1   dirs      direction of the last move: 0 up, 1 down, 2 left, 3 right
;   $A2-A4   froms     row from which cats 1, 2 and 3 come
;   $A5-AE   coinsl    coins in columns 0 to 4, one byte per row: bits 7, 5, 1, 2, 6
;   $AF-B8   coinsr    coins in columns 5 to 9, one byte per row: bits 6, 2, 1, 5, 7
;   $B9-FF             drawing, sound and the stack; not meant to be read
;
; Cell (column c, row r) has its object at x = 6 + 16 c for c < 5 and 2 + 16 c otherwise, y = 7 + 17 r.
; ---------------------------------------------------------------------------------------------------------------

        processor 6502

; TIA, written
VSYNC   = $00
VBLANK  = $01
WSYNC   = $02
NUSIZ0  = $04
NUSIZ1  = $05
COLUP0  = $06
COLUP1  = $07
COLUPF  = $08
COLUBK  = $09
CTRLPF  = $0A
REFP0   = $0B
REFP1   = $0C
PF0     = $0D
PF1     = $0E
PF2     = $0F
RESP0   = $10
RESP1   = $11
RESBL   = $14
AUDC0   = $15
AUDC1   = $16
AUDF0   = $17
AUDF1   = $18
AUDV0   = $19
AUDV1   = $1A
GRP0    = $1B
GRP1    = $1C
ENABL   = $1F
HMP0    = $20
HMP1    = $21
HMBL    = $24
VDELP0  = $25
VDELP1  = $26
HMOVE   = $2A
HMCLR   = $2B
; TIA, read
INPT4   = $0C
; RIOT
SWCHA   = $280
SWACNT  = $281
SWCHB   = $282
SWBCNT  = $283
INTIM   = $284
TIM64T  = $296

; Geometry
ROWS    = 10            ; rows of cells
PITCH   = 17            ; lines per row: joint, 5 of the beam, joint, 10 of the corridor
REST    = 7             ; line of its row at which an object stands

; Colours: hue of each quarter; the brightness is added line by line
SPRING  = $C0
SUMMER  = $10
WINTER  = $90
AUTUMN  = $30
COIN    = $0E           ; brightness of coins, and of their upper and lower edges
RIM     = $0A

PLAY    = 1
CAUGHT  = 2
CLEARED = 3

; ---------------------------------------------------------------------------------------------------------------
        SEG.U ram
        ORG $80
frame   ds 1
tick    ds 1
random  ds 2
state   ds 1
timer   ds 1
lives   ds 1
level   ds 1
score   ds 2
left    ds 1
near    ds 1
worth   ds 1
cats    ds 1
xs      ds 4
ys      ds 4
cols    ds 4
rows    ds 4
dirs    ds 4
froms   ds 3
coinsl  ds 10
coinsr  ds 10
pace    ds 1            ; fraction of a step that the cats have saved up
maze    ds 1            ; index of the maze's first beam in the tables: 0, 11 or 22
flash   ds 1            ; changes the colours of a cleared maze
sound   ds 1            ; number of the effect on voice 0
length  ds 1            ; frames it has left
beat    ds 1            ; frames to the next heartbeat
; What the kernel draws, made in the vertical blank
who     ds 11           ; cat in each row: 0 none, 1-3 it begins here, 4-6 it goes on from the row above
p0low   ds 11           ; shape of the magpie in each row
p1low   ds 7            ; shape by the number in `who`
place   ds 7            ; by the same: fine motion (high) and delay (low nibble) that place the cat; 0 leaves it
; Scratch: of the logic, of the score, of the kernel
scratch ds 0
b0l     ds 1            ; playfield of the lines with coins, left and right half
b1l     ds 1
b2l     ds 1
b0r     ds 1
b1r     ds 1
b2r     ds 1
c1      ds 1            ; playfield of the other lines of a corridor
c2      ds 1
delay   ds 1            ; of the next row's cat
next    ds 1            ; shape of the next row's cat
p0      ds 2            ; pointers to shapes
p1      ds 2
hueL    ds 1            ; colours of the row, left and right half
hueR    ds 1
coinL   ds 1
coinR   ds 1
rimL    ds 1
rimR    ds 1
row     ds 1
line    ds 1            ; index of the row in the tables of the mazes
; The stack has what is left and, while the rules are applied, the colours and `row` and `line` too: 9 bytes at most.
; They are set after the last subroutine that comes before the kernel.

; The logic's names for the scratch
t0      = scratch
t1      = scratch+1
way     = scratch+2     ; direction that is being tried
nrow    = scratch+3
tcol    = scratch+4     ; where a cat wants to be
trow    = scratch+5
sum     = scratch+6
best    = scratch+7
bestway = scratch+8
self    = scratch+9
noise   = scratch+10
chosen  = scratch+11    ; a cat has chosen its way in this frame
stick   = scratch+12
; The score's
digits  = scratch       ; six pointers
count   = scratch+12
spare   = scratch+13

; ---------------------------------------------------------------------------------------------------------------
        SEG code
        ORG $F000

; The kernel. Every line of a row has its own code, so that registers are written at fixed cycles. The comments give
; the cycle of the line at which an instruction ends.
;
; The magpie is player 0 (delayed: GRP0 shows when GRP1 is written), the cats are player 1, placed anew in each row
; that has another cat. Walls are a mirrored playfield, the wall in the middle is the ball. Lines with coins write all
; six playfield bytes. The colour of the right half is written at cycle 50, in the middle of the line.

        MAC STARTLINE   ; ends at 3
        sta WSYNC
        sta GRP1
        ENDM

        MAC LEFTHUE     ; takes 8
        lda hueL
        ora #{1}
        sta COLUPF
        ENDM

        MAC RIGHTHUE    ; from 42 to 50
        lda hueR
        ora #{1}
        sta COLUPF
        ENDM

        MAC SHAPES      ; takes 15: the next line's shapes; leaves the cat's in A
        ldy #{1}
        lda (p0),y
        sta GRP0
        lda (p1),y
        ENDM

; A delay takes a cycle more per round where it crosses a page.
        MAC SAMEPAGE
        IF >{1} != >*
        ECHO "a delay crosses a page:", {1}
        ERR
        ENDIF
        ENDM

; The beam below the last row; X is its index.
        SUBROUTINE
LastBeam
        ldy #4
.line   sta WSYNC
        lda BeamPF0,x
        sta PF0         ; 7
        lda hueL
        ora BeamLights,y
        sta COLUPF      ; 17
        lda BeamPF1,x
        sta PF1         ; 24
        lda BeamPF2,x
        sta PF2         ; 31
        nop
        nop
        nop
        bit row         ; 40
        lda hueR
        ora BeamLights,y
        sta COLUPF      ; 50
        dey
        bpl .line
        sta WSYNC
        lda #0
        sta PF0
        sta PF1
        sta PF2
        sta ENABL
        sta GRP0
        sta GRP1
        jmp Overscan

; Lines 1 to 5: the beam above the row. Meanwhile the lines with coins are put together.
        SUBROUTINE
Beam    STARTLINE
        lda BeamPF0,x
        sta PF0         ; 10
        LEFTHUE BEAM0   ; 18
        lda BeamPF1,x
        sta PF1         ; 25
        lda BeamPF2,x
        sta PF2         ; 32
        lda #2
        sta.w ENABL     ; 38
        nop
        nop             ; 42
        RIGHTHUE BEAM0
        SHAPES 14
        STARTLINE
        LEFTHUE BEAM1   ; 11
        lda CorPF1,x
        sta c1
        lda CorPF2,x
        sta c2          ; 25
        ldx row         ; 28
        lda coinsl,x
        lsr
        and #$40
        ora #$10
        sta.w b0l       ; 42
        RIGHTHUE BEAM1
        SHAPES 13
        STARTLINE
        LEFTHUE BEAM2
        lda coinsl,x
        and #$22
        ora c1
        sta b1l         ; 23
        lda coinsl,x
        and #$44
        ora c2
        sta b2l         ; 35
        nop
        nop
        bit row         ; 42
        RIGHTHUE BEAM2
        SHAPES 12
        STARTLINE
        LEFTHUE BEAM1
        lda coinsr,x
        lsr
        and #$40
        ora #$10
        sta b0r         ; 24
        lda coinsr,x
        and #$22
        ora c1
        sta b1r         ; 36
        nop
        nop
        nop             ; 42
        RIGHTHUE BEAM1
        SHAPES 11
        STARTLINE
        LEFTHUE BEAM0
        lda coinsr,x
        and #$44
        ora c2
        sta b2r         ; 23
        ldy #3
Four    dey
        bne Four        ; 39
        SAMEPAGE Four
        bit row         ; 42
        RIGHTHUE BEAM0
        SHAPES 10

; Line 6, a dark joint, which hides the mark that HMOVE leaves.
        sta WSYNC
        sta HMOVE       ; 3
        sta GRP1        ; 6
        lda #0
        sta ENABL
        sta PF0         ; 14
        sta PF1
        sta PF2         ; 20
        lda HuesL,x
        eor flash
        sta hueL        ; 30
        lda HuesR,x
        eor flash
        sta hueR        ; 40
        ldy who,x
        lda CatHues,y
        sta COLUP1      ; 51
        SHAPES 9        ; 66

; Lines 7 to 16: the corridor, with coins in its middle four lines.
        STARTLINE
        lda #$10
        sta PF0         ; 8
        LEFTHUE POST0   ; 16
        lda c1
        sta PF1         ; 22
        lda c2
        sta PF2         ; 28
        ldx line
        lda CorBall,x
        sta ENABL       ; 38
        nop
        nop             ; 42
        RIGHTHUE POST0
        SHAPES 8
        STARTLINE
        LEFTHUE POST1   ; 11
        lda hueL
        ora #COIN
        sta coinL
        eor #COIN^RIM
        sta rimL        ; 24
        lda hueR
        ora #COIN
        sta coinR
        eor #COIN^RIM
        sta rimR        ; 37
        nop
        bit row         ; 42
        RIGHTHUE POST1
        SHAPES 7
        STARTLINE
        LEFTHUE POST2   ; 11
        ldx #6
Six     dex
        bne Six         ; 42
        SAMEPAGE Six
        RIGHTHUE POST2
        SHAPES 6
        ldy #5

        MAC COINS       ; left and right colour; Y is the next line, {3} the one after it
        STARTLINE
        lda b0l
        sta PF0         ; 9
        lda {1}
        sta.w COLUPF    ; 16
        lda b1l
        sta PF1         ; 22
        lda b2l
        sta PF2         ; 28
        lda (p0),y
        sta GRP0        ; 36
        nop
        ldx {2}         ; 41
        lda b2r
        sta PF2         ; 47
        stx COLUPF      ; 50
        lda b1r
        sta PF1         ; 56
        lda b0r
        sta PF0         ; 62
        lda (p1),y      ; 67
        ldy #{3}        ; 69
        ENDM

        COINS rimL,rimR,4
        COINS coinL,coinR,3
        COINS coinL,coinR,2
        COINS rimL,rimR,1

        STARTLINE
        lda #$10
        sta PF0         ; 8
        LEFTHUE POST2   ; 16
        lda c1
        sta PF1         ; 22
        lda c2
        sta PF2         ; 28
        ldx row         ; 31
        nop
        nop
        nop
        nop
        bit row         ; 42
        RIGHTHUE POST2
        SHAPES 1
        STARTLINE
        LEFTHUE POST1   ; 11
        ldy who+1,x
        lda p1low,y
        sta next        ; 22
        lda place,y
        sta HMP1        ; 29
        and #$0F
        sta delay       ; 34
        nop
        nop
        nop
        nop             ; 42
        RIGHTHUE POST1
        ldy #0
        lda (p0),y
        sta GRP0        ; 60
        lda p0low+1,x
        sta p0          ; 67
        lda (p1),y      ; 72
        STARTLINE
        LEFTHUE POST0   ; 11
        inx
        stx row
        inc line        ; 21
        lda next
        sta p1          ; 27
        ldy #15
        lda (p0),y
        tax             ; 36: the magpie two lines ahead
        nop
        nop
        nop             ; 42
        RIGHTHUE POST0
        ldy #16
        lda (p0),y
        sta GRP0        ; 60

; Line 0, a dark joint. Cats are placed here.
NextRow ldy delay       ; 63
        bne Place       ; 65 or 66
        ldy #16
        lda (p1),y      ; 72
        sta WSYNC
        sta GRP1        ; 3
        lda #0
        sta ENABL
        sta PF0         ; 11
        sta PF1
        sta PF2         ; 17
        ldx line        ; 20
        lda row
        cmp #ROWS
        bne .more
        jmp LastBeam
.more   SHAPES 15
        jmp Beam
Place   lda #0
        sta ENABL       ; 71
        sta WSYNC
        sta GRP1        ; 3
        stx GRP0        ; 6
        sta PF0         ; 9
        sta PF1         ; 12
        sta PF2         ; 15
        ldx line        ; 18
Delay   dey
        bne Delay
        sta RESP1       ; 25, 30, ... 70
        SAMEPAGE Delay
        jmp Beam        ; 73 at the latest

BEAM0   = $04
BEAM1   = $06
BEAM2   = $08
POST0   = $04
POST1   = $06
POST2   = $06
BeamLights
        .byte BEAM0,BEAM1,BEAM2,BEAM1,BEAM0

; ---------------------------------------------------------------------------------------------------------------
; The frame

        SUBROUTINE
Start   sei
        cld
        ldx #0
        txa
.clear  dex
        txs
        pha
        bne .clear      ; TIA and memory are cleared; the stack ends at $FF
        sta SWACNT
        sta SWBCNT
        lda #$A5
        sta random
        lda #$5C
        sta random+1
        jsr NewMaze     ; a garden behind the title

        SUBROUTINE
Frame   lda #2
        sta WSYNC
        sta VSYNC
        sta WSYNC
        sta WSYNC
        lda #0
        sta WSYNC
        sta VSYNC
        lda #45
        sta TIM64T
        jsr MovePlayer
        jsr MakeRows
        jsr Noises
        jsr MakeScore
; Two players side by side for the score
        sta WSYNC
        lda #$F0
        sta HMP0        ; 5
        lda #0
        sta HMP1        ; 10
        ldx #5
Right   dex
        bne Right       ; 36
        SAMEPAGE Right
        sta RESP0       ; 39
        sta RESP1       ; 42
        bit row
        sta RESBL       ; 48
        lda #$10
        sta HMBL
        sta WSYNC
        sta HMOVE
        lda #3
        sta NUSIZ0
        sta NUSIZ1
        sta VDELP0
        sta VDELP1
        lda #0
        sta REFP0
        sta REFP1
        sta COLUBK
        lda #%00010001  ; mirrored playfield, a ball of 2 pixels
        sta CTRLPF
        sta HMCLR
        ldx #>Font
        stx digits+1
        stx digits+3
        stx digits+5
        stx digits+7
        stx digits+9
        stx digits+11
.blank  lda INTIM
        bne .blank
        sta WSYNC
        sta VBLANK

        lda #7
        sta count
Digit   ldy count
        lda (digits),y
        sta GRP0
        sta WSYNC
        lda (digits+2),y
        sta GRP1        ; 8
        lda (digits+4),y
        sta GRP0        ; 16
        lda (digits+6),y
        sta spare       ; 24
        lda (digits+8),y
        tax             ; 31
        lda (digits+10),y
        tay             ; 38
        lda spare       ; 41
        sta GRP1        ; 44
        stx GRP0        ; 47
        sty GRP1        ; 50
        sta GRP0        ; 53
        dec count
        bpl Digit
        SAMEPAGE Digit
        lda #0
        sta GRP0
        sta GRP1
        sta GRP0
        sta NUSIZ0
        sta NUSIZ1
        sta VDELP1

; The magpie's place
        lda xs
        clc
        adc #3
        sta WSYNC
        sec
Fifteen sbc #15
        bcs Fifteen
        SAMEPAGE Fifteen
        eor #7
        asl
        asl
        asl
        asl
        sta HMP0
        sta RESP0
        sta WSYNC
        sta HMOVE
        lda #>Birds
        sta p0+1
        lda #>Cats
        sta p1+1
        ldx dirs
        lda Mirrors,x
        sta REFP0
        ldx worth
        lda BirdHues,x
        sta COLUP0
        lda #0
        sta row
        sta HMCLR
        lda maze
        sta line
        lda HuesL
        eor flash
        sta hueL
        lda HuesR
        eor flash
        sta hueR
        ldy who
        lda p1low,y
        sta p1
        lda place,y
        sta WSYNC
        sta HMP1
        and #$0F
        sta delay
        lda p0low
        sta p0
        ldy #15
        lda (p0),y
        tax
        ldy #16
        lda (p0),y
        sta GRP0
        jmp NextRow

        SUBROUTINE
Overscan
        sta WSYNC
        lda #2
        sta VBLANK
        lda #36
        sta TIM64T
        jsr Logic
.wait   lda INTIM
        bne .wait
        jmp Frame

; ---------------------------------------------------------------------------------------------------------------
; The rules: the magpie moves in the vertical blank, all else in the overscan. Each has time for the longest frame.

        SUBROUTINE
Logic   inc frame
        bne .same
        inc tick
.same   jsr Rand
        lda SWCHB
        lsr
        bcs .run
        jmp NewGame
.run    ldx state
        beq .over
        dex
        beq .play
        dex
        beq .caught

; The maze is cleared: its colours change, then the next one comes.
        lda timer
        asl
        asl
        and #$F0
        sta flash
        dec timer
        bne .return
        inc level
        lda lives
        cmp #3
        bcs .full
        inc lives
.full   lda #PLAY
        sta state
        jmp NewMaze

.caught dec timer
        bne .return
        lda lives
        beq .end
        lda #PLAY
        sta state
        jmp Respawn
.end    sta state
        lda #60         ; the button is not heeded for a second
        sta timer
        lda #1
        sta tick
.return rts

.over   lda timer
        beq .button
        dec timer
        jmp MoveCats
.button bit INPT4
        bmi .idle
        jmp NewGame
.idle   jmp MoveCats

.play   jsr MoveCats
        jmp Look

; --- The magpie. It moves while the stick is held, one pixel per frame.
        SUBROUTINE
MovePlayer
        lda state
        cmp #PLAY
        bne .stay
        lda SWCHA
        eor #$FF
        and #$F0
        beq .stay
        sta stick
        ldx #0
        jsr AtCell
        bne .between
; In a cell a turn goes before the way straight on.
        ldy #3
.try    cpy dirs
        beq .not
        jsr .open
        beq .go
.not    dey
        bpl .try
        ldy dirs
        jsr .open
        bne .stay
.go     jsr SetOut
        jmp .step
; Between two cells it goes on or turns back.
.between
        lda dirs
        eor #1
        tay
        lda stick
        and Sticks,y
        bne .back
        ldy dirs
        lda stick
        and Sticks,y
        bne .step
; The stick is held sideways: just behind a cell that is open on that side, it turns back for it.
        jsr TurnBack
        jsr Off
        cmp #6
        bcs .on
        ldy #3
.side   jsr .open
        beq .step
        dey
        bpl .side
.on     jsr TurnBack
        jmp .step
.back   jsr SetOut
.step   jsr Step
        jsr AtCell
        beq Eat
.stay   rts

; Zero if the stick is held towards Y and the way is open; keeps Y
.open   lda stick
        and Sticks,y
        eor Sticks,y
        bne .stay
        sty way
        jsr IsOpen
        php
        ldy way
        plp
        rts

        SUBROUTINE
Eat     ldy cols
        lda rows
        cpy #5
        bcc .left
        adc #9          ; with the carry, 10: coinsr follows coinsl
.left   tax
        lda CoinBits,y
        and coinsl,x
        beq .none
        eor coinsl,x
        sta coinsl,x
        sed
        clc
        lda score+1
        adc worth
        sta score+1
        lda score
        adc #0
        sta score
        cld
        bcc .fits
        lda #$99
        sta score
        sta score+1
.fits   ldx worth
        lda CoinSounds,x
        ldx #8
        jsr Sound
        dec left
        bne .none
        lda #CLEARED
        sta state
        lda #96
        sta timer
        tax
        lda #4
Sound   sta sound
        stx length
.none   rts

; --- The cats
        SUBROUTINE
MoveCats
        lda level
        bit SWCHB
        bvc .easy
        clc
        adc #2          ; the left difficulty switch is at A
.easy   cmp #7
        bcc .known
        lda #7
.known  tay
        lda Noise,y
        sta noise
        lda pace
        clc
        adc Paces,y
        sta pace
        bcc .rest
        lda #0
        sta chosen
        ldx cats
.cat    jsr AtCell
        bne .walk
        lda rows,x
        sta froms-1,x
        lda chosen
        bne .next       ; only one cat chooses per frame
        inc chosen
        jsr Choose
.walk   jsr Step
.next   dex
        bne .cat
.rest   rts

; Cat X, in a cell, sets out towards the neighbour nearest to where it wants to be.
        SUBROUTINE
Choose  jsr Aim
        stx self
        lda #$FF
        sta best
        ldy #3
.way    sty way
        tya
        eor #1
        cmp dirs,x
        beq .skip       ; not back
        jsr IsFree
        bne .skip
        ldy way
        lda cols,x
        clc
        adc DirX,y
        sec
        sbc tcol
        bcs .right
        eor #$FF
        adc #1
.right  sta sum
        lda nrow
        sec
        sbc trow
        bcs .below
        eor #$FF
        adc #1
.below  clc
        adc sum
        asl
        sta sum
        jsr Rand
        and noise
        clc
        adc sum
        cmp best
        bcs .skip
        sta best
        lda way
        sta bestway
.skip   ldy way
        dey
        bpl .way
        ldy bestway
        lda best
        cmp #$FF
        bne SetOut
; The only way is back, or none.
        lda dirs,x
        eor #1
        sta way
        tay
        jsr IsFree
        bne .none
        ldy way
; Sends object X to the next cell in direction Y.
SetOut  tya
        sta dirs,x
        lda cols,x
        clc
        adc DirX,y
        sta cols,x
        lda rows,x
        clc
        adc DirY,y
        sta rows,x
.none   rts

; Where cat X wants to be: its corner now and then, else the magpie, or ahead of it.
        SUBROUTINE
Aim     lda state
        beq .home
        lda tick
        and #3
        cmp #3
        beq .home
        lda cols
        sta tcol
        lda rows
        sta trow
        cpx #2
        bne .aimed
        ldy dirs
        lda DirX,y
        asl
        adc DirX,y
        clc
        adc cols
        bpl .colok
        lda #0
.colok  sta tcol
        lda DirY,y
        asl
        adc DirY,y
        clc
        adc rows
        bpl .rowok
        lda #0
.rowok  sta trow
.aimed  cpx #3
        bne .done
        lda near
        cmp #64
        bcs .done
.home   lda StartCols,x
        sta tcol
        lda StartRows,x
        sta trow
.done   rts

; Zero if cat X can go in direction Y and no other cat is in that row: cats never share a row, so that one player
; draws them all without flicker. Leaves the row in nrow.
        SUBROUTINE
IsFree  lda rows,x
        clc
        adc DirY,y
        sta nrow
        cpy #2
        bcs IsOpen      ; its own row
        sty t1
        ldy cats
.other  cpy self
        beq .itself
        lda rows,y
        cmp nrow
        beq Closed
        lda froms-1,y
        cmp nrow
        beq Closed
.itself dey
        bne .other
        ldy t1

; Zero if the way from the cell of object X in direction Y is open.
IsOpen  cpy #2
        bcs .across
        tya
        adc rows,x      ; the carry is clear
        adc maze
        ldy cols,x
        adc BeamFrom,y
        sta t0
        lda BeamBits,y
        ldy t0
        and BeamPF0,y
        rts
.across lda rows,x
        clc
        adc maze
        sta t0
        tya
        clc
        adc cols,x
        tay
        lda PostBits-2,y
        beq Closed
        pha
        lda t0
        adc PostFrom-2,y
        tay
        pla
        and CorBall,y
        rts
Closed  lda #1
        rts

; Sends object X back to the cell from which it comes.
TurnBack
        lda dirs,x
        eor #1
        tay
        jmp SetOut

; How many pixels the magpie is off the middle of its cell.
        SUBROUTINE
Off     ldy cols
        lda xs
        sec
        sbc ColX,y
        bne .size
        ldy rows
        lda ys
        sec
        sbc RowY,y
.size   bcs .done
        eor #$FF
        adc #1
.done   rts

; Zero if object X stands in the middle of its cell.
        SUBROUTINE
AtCell  ldy cols,x
        lda ColX,y
        cmp xs,x
        bne .no
        ldy rows,x
        lda RowY,y
        cmp ys,x
.no     rts

; Moves object X one pixel towards its cell.
        SUBROUTINE
Step    ldy cols,x
        lda xs,x
        cmp ColX,y
        beq .upright
        bcc .right
        dec xs,x
        rts
.right  inc xs,x
        rts
.upright
        ldy rows,x
        lda ys,x
        cmp RowY,y
        beq .there
        bcc .down
        dec ys,x
        rts
.down   inc ys,x
.there  rts

; How near the cats are, and whether one has the magpie.
        SUBROUTINE
Look    lda #$FF
        sta near
        ldx cats
.cat    lda xs
        sec
        sbc xs,x
        bcs .dx
        eor #$FF
        adc #1
.dx     sta t0
        lda ys
        sec
        sbc ys,x
        bcs .dy
        eor #$FF
        adc #1
.dy     cmp #8
        bcs .apart
        ldy t0
        cpy #6
        bcc Catch
.apart  clc
        adc t0
        bcs .far
        cmp near
        bcs .far
        sta near
.far    dex
        bne .cat
        ldx #1
        lda near
        cmp #48
        bcs .set
        ldx #2
        cmp #28
        bcs .set
        ldx #5
.set    stx worth
        rts

Catch   lda #0
        sta near
        lda #1
        sta worth
        dec lives
        lda #CAUGHT
        sta state
        lda #64
        sta timer
        tax
        lda #3
        jmp Sound

        SUBROUTINE
NewGame lda #0
        sta score
        sta score+1
        sta level
        sta length
        lda #3
        sta lives
        lda #PLAY
        sta state
NewMaze lda level
        sec
.third  sbc #3
        bcs .third
        adc #3
        tay
        lda Mazes,y
        sta maze
        lda #2
        ldy level
        beq .two
        lda #3
.two    sta cats
        lda #$E6
        ldx #19
.coin   sta coinsl,x
        dex
        bpl .coin
        lda #99
        sta left
        lda #$E6-$40    ; no coin where the magpie starts
        sta coinsl+4
Respawn lda #0
        sta tick
        sta flash
        lda #$FF
        sta near
        lda #1
        sta worth
        ldx #3
.object lda StartCols,x
        sta cols,x
        tay
        lda ColX,y
        sta xs,x
        lda StartRows,x
        sta rows,x
        sta froms-1,x   ; the magpie's is its direction, which is set below
        tay
        lda RowY,y
        sta ys,x
        dex
        bpl .object
        ldx #3
.dir    lda StartDirs,x
        sta dirs,x
        dex
        bpl .dir
        rts

        SUBROUTINE
Rand    lsr random+1
        ror random
        lda random
        bcc .no
        lda random+1
        eor #$B4
        sta random+1
        lda random
.no     rts

; ---------------------------------------------------------------------------------------------------------------
; What the kernel draws, in the vertical blank

        SUBROUTINE
MakeRows
        lda #0
        ldx #21
.clear  sta who,x
        dex
        bpl .clear
        lda state
        beq .nobird
        ldx #0
        lda frame
        and #8
        beq .up
        inx
.up     lda state
        cmp #CAUGHT
        bne .whole
        inx
        inx
.whole  lda BirdShapes,x
        sta t1
        lda ys
        jsr RowOf
        clc
        adc t1
        sta p0low,x
        ldy t0
        beq .nobird     ; all of it is in this row
        sec
        sbc #PITCH
        sta p0low+1,x
.nobird ldy cats
.cat    ldx dirs,y
        lda CatShapes,x
        sta t1
        lda ys,y
        jsr RowOf
        clc
        adc t1
        sta p1low,y
        tya
        sta who,x
        lda t0
        beq .one
        lda p1low,y
        sec
        sbc #PITCH
        sta p1low+3,y
        tya
        clc
        adc #3
        sta who+1,x
.one    lda xs,y
        sec
        sbc #6
        ldx #0
        sec
.delay  inx
        sbc #15
        bcs .delay
        eor #7
        asl
        asl
        asl
        asl
        sta t0
        txa
        ora t0
        sta place,y
        dey
        bne .cat
        rts

; The row X in whose corridor an object with its top at line A of the maze begins, and how many lines below the top of
; that corridor, in A and t0. It may end in the beam or the corridor below.
        SUBROUTINE
RowOf   ldx #$FF
        sec
        sbc #REST
.next   inx
        sbc #PITCH
        bcs .next
        adc #PITCH
        sta t0
        rts

; Four digits and the lives in reserve, or the title.
        SUBROUTINE
MakeScore
        lda state
        bne .score
        lda tick
        and #1
        bne .score
        lda frame
        and #$F8
        ora #$0A
        sta COLUP0
        sta COLUP1
        ldx #10
        lda #<Title+40
.letter sta digits,x
        sec
        sbc #8
        dex
        dex
        bpl .letter
        rts
.score  lda #$0E
        sta COLUP0
        sta COLUP1
        ldx #0
        ldy #0
.two    lda score,y
        and #$F0
        lsr
        adc #<Font      ; the carry is clear
        sta digits,x
        lda score,y
        and #$0F
        asl
        asl
        asl
        adc #<Font
        sta digits+2,x
        ldx #4
        iny
        cpy #2
        bne .two
        ldx #0
.zero   lda digits,x    ; no zeros in front
        cmp #<Font
        bne .shown
        lda #<Empty
        sta digits,x
        inx
        inx
        cpx #6
        bne .zero
.shown  ldx lives
        lda Hearts1,x
        sta digits+8
        lda Hearts2,x
        sta digits+10
        rts

; Voice 0: coins, a catch, a cleared maze. Voice 1: a heartbeat, faster as a cat comes nearer.
        SUBROUTINE
Noises  ldx sound
        lda length
        beq .quiet
        dec length
        lda Tones,x
        sta AUDC0
        cpx #3
        bcs .long
        lda length
        and #4
        lsr
        adc Pitches,x   ; the carry is clear
        sta AUDF0
        lda length
        bpl .volume
.long   bne .tune
        lda length      ; a catch: down
        lsr
        eor #$1F
        sta AUDF0
        lda #6
        bne .volume
.tune   lda length
        lsr
        lsr
        lsr
        tay
        lda Tune,y
        sta AUDF0
        lda #6
.volume
.quiet  sta AUDV0
        lda #0
        ldx state
        dex
        bne .still
        ldx near
        cpx #80
        bcs .still
        dec beat
        bpl .wait
        txa
        lsr
        adc #8
        sta beat
.wait   lda #12
        sta AUDC1
        lda #30
        sta AUDF1
        lda beat
        cmp #4
        lda #0
        bcs .still
        lda #7
.still  sta AUDV1
        rts

; ---------------------------------------------------------------------------------------------------------------
; Tables

HuesL   .byte SPRING,SPRING,SPRING,SPRING,SPRING,WINTER,WINTER,WINTER,WINTER,WINTER
HuesR   .byte SUMMER,SUMMER,SUMMER,SUMMER,SUMMER,AUTUMN,AUTUMN,AUTUMN,AUTUMN,AUTUMN
CatHues .byte 0,$58,$6A,$AA,$58,$6A,$AA
BirdHues .byte 0,$0E,$1E,0,0,$4C      ; by what a coin is worth
Mirrors .byte 0,0,8,0                 ; to the left
Mazes   .byte 0,11,22
ColX    .byte 6,22,38,54,70,82,98,114,130,146
RowY    .byte 7,24,41,58,75,92,109,126,143,160
StartCols .byte 4,0,9,9
StartRows .byte 4,0,9,2
StartDirs .byte 3,3,2,2
DirX    .byte 0,0,-1,1
DirY    .byte -1,1,0,0
Sticks  .byte $10,$20,$40,$80
CoinBits .byte $80,$20,$02,$04,$40,$40,$04,$02,$20,$80
BeamBits .byte $40,$20,$02,$04,$40,$40,$04,$02,$20,$40
BeamFrom .byte 0,33,33,66,66,66,66,33,33,0
; Between two columns, from the outer wall to the outer wall: a bit of the ball or of PF1 or PF2 of the corridor
PostBits .byte 0,$80,$08,$01,$10,$02,$10,$01,$08,$80,0
PostFrom .byte 0,33,33,66,66,0,66,66,33,33,0
Paces   .byte $B0,$C0,$CC,$D8,$E2,$EC,$F4,$FA
Noise   .byte 7,7,3,3,3,1,1,0
Hearts1 .byte <Empty,<Empty,<Heart,<Heart
Hearts2 .byte <Empty,<Empty,<Empty,<Heart
CoinSounds .byte 0,0,1,0,0,2
Tones   .byte 4,4,4,12,4
Pitches .byte 15,11,7
Tune    .byte 7,7,9,11,9,11,14,11,14,17,14,17
BirdShapes .byte 24,24+34,24+68,24+102
CatShapes .byte 24,24+34,24+68,24+102

; ---------------------------------------------------------------------------------------------------------------
; The mazes: eleven beams and ten rows each, mirrored. The rules read the same bits as the kernel: a wall is where
; one is seen. All six tables lie in one page, since the kernel counts on four cycles per read.
; Maze 1
;   +--+--+--+--+-----+--+--+--+--+
;   |                             |
;   +  +--+--+--+  +  +--+--+--+  +
;   |              |              |
;   +  +  +--+  +-----+  +--+  +  +
;   |  |           |           |  |
;   +  +--+--+--+  +  +--+--+--+  +
;   |              |              |
;   +  +--+  +--+  +  +--+  +--+  +
;   |                             |
;   +--+  +--+  +-----+  +--+  +--+
;   |        |     |     |        |
;   +  +--+  +  +  +  +  +  +--+  +
;   |  |     |  |     |  |     |  |
;   +  +  +--+  +  +  +  +--+  +  +
;   |  |        |  |  |        |  |
;   +  +--+  +  +  +  +  +  +--+  +
;   |  |     |  |  |  |  |     |  |
;   +  +  +--+  +  +  +  +--+  +  +
;   |                             |
;   +--+--+--+--+-----+--+--+--+--+
; Maze 2
;   +--+--+--+--+-----+--+--+--+--+
;   |              |              |
;   +  +--+--+  +  +  +  +--+--+  +
;   |           |     |           |
;   +  +--+--+--+  +  +--+--+--+  +
;   |              |              |
;   +  +--+--+--+-----+--+--+--+  +
;   |                             |
;   +  +--+--+--+  +  +--+--+--+  +
;   |              |              |
;   +--+  +--+  +-----+  +--+  +--+
;   |        |           |        |
;   +  +--+  +  +  +  +  +  +--+  +
;   |     |  |  |  |  |  |  |     |
;   +  +  +  +  +  +  +  +  +  +  +
;   |  |  |  |  |  |  |  |  |  |  |
;   +  +  +  +  +  +  +  +  +  +  +
;   |  |     |  |     |  |     |  |
;   +  +  +--+  +  +  +  +--+  +  +
;   |              |              |
;   +--+--+--+--+-----+--+--+--+--+
; Maze 3
;   +--+--+--+--+-----+--+--+--+--+
;   |              |              |
;   +  +--+--+--+  +  +--+--+--+  +
;   |                             |
;   +--+  +--+  +-----+  +--+  +--+
;   |        |     |     |        |
;   +  +--+  +--+  +  +--+  +--+  +
;   |        |     |     |        |
;   +  +--+--+  +  +  +  +--+--+  +
;   |           |     |           |
;   +  +--+--+  +-----+  +--+--+  +
;   |        |     |     |        |
;   +  +  +  +  +  +  +  +  +  +  +
;   |  |  |     |  |  |     |  |  |
;   +  +  +  +  +  +  +  +  +  +  +
;   |  |     |  |     |  |     |  |
;   +  +  +--+  +  +  +  +--+  +  +
;   |  |  |     |  |  |     |  |  |
;   +  +  +  +  +  +  +  +  +  +  +
;   |        |           |        |
;   +--+--+--+--+-----+--+--+--+--+
        ALIGN 256
BeamPF0
        .byte $F0,$10,$10,$10,$10,$F0,$10,$10,$10,$10,$F0   ; maze 1
        .byte $F0,$10,$10,$10,$10,$F0,$10,$10,$10,$10,$F0   ; maze 2
        .byte $F0,$10,$F0,$10,$10,$10,$10,$10,$10,$10,$F0   ; maze 3
BeamPF1
        .byte $FF,$FF,$8F,$FF,$F8,$8F,$F8,$8F,$F8,$8F,$FF   ; maze 1
        .byte $FF,$FF,$FF,$FF,$FF,$8F,$F8,$88,$88,$8F,$FF   ; maze 2
        .byte $FF,$FF,$8F,$F8,$FF,$FF,$88,$88,$8F,$88,$FF   ; maze 3
BeamPF2
        .byte $FF,$1F,$F1,$1F,$1F,$F1,$11,$11,$11,$11,$FF   ; maze 1
        .byte $FF,$11,$1F,$FF,$1F,$F1,$11,$11,$11,$11,$FF   ; maze 2
        .byte $FF,$1F,$F1,$1F,$11,$F1,$11,$11,$11,$11,$FF   ; maze 3
CorBall
        .byte 0,2,2,2,0,2,0,2,2,0,0   ; maze 1
        .byte 2,0,2,0,2,0,2,2,0,2,0   ; maze 2
        .byte 2,0,2,2,0,2,2,0,2,0,0   ; maze 3
CorPF1
        .byte $00,$00,$80,$00,$00,$00,$80,$80,$80,$00,$00   ; maze 1
        .byte $00,$00,$00,$00,$00,$00,$08,$88,$80,$00,$00   ; maze 2
        .byte $00,$00,$00,$00,$00,$00,$88,$80,$88,$00,$00   ; maze 3
CorPF2
        .byte $00,$00,$00,$00,$00,$01,$11,$10,$11,$00,$00   ; maze 1
        .byte $00,$10,$00,$00,$00,$01,$11,$11,$11,$00,$00   ; maze 2
        .byte $00,$00,$01,$01,$10,$01,$10,$11,$10,$01,$00   ; maze 3
; ---------------------------------------------------------------------------------------------------------------
; Shapes, upside down, with empty lines between them: a row's pointer chooses which part of them shows.
        ALIGN 256
Birds
        ds 24
        .byte %00011000
        .byte %00001000
        .byte %00011100
        .byte %00111110
        .byte %01111110
        .byte %11011110
        .byte %10001110
        .byte %00001111
        .byte %00001011
        .byte %00001110
        ds 24
        .byte %01000010
        .byte %00100100
        .byte %00011000
        .byte %00111100
        .byte %01111110
        .byte %10111110
        .byte %01111110
        .byte %01101111
        .byte %00001011
        .byte %00001110
        ds 24
        .byte %01000010
        .byte %00100100
        .byte %10000010
        .byte %01011001
        .byte %00111100
        .byte %00110101
        .byte %10111100
        .byte %00011000
        .byte %01000010
        .byte %10010010
        ds 24
        .byte %00000000
        .byte %00100100
        .byte %00000000
        .byte %01000010
        .byte %00011000
        .byte %10011001
        .byte %00001000
        .byte %01000010
        .byte %00100100
        .byte %00000000
        ds 24
        ALIGN 256
Cats
        ds 24
        .byte %00111100
        .byte %01111110
        .byte %11111111
        .byte %11100111
        .byte %11111111
        .byte %10111011
        .byte %10011001
        .byte %11111111
        .byte %11000011
        .byte %10000001
        ds 24
        .byte %00111100
        .byte %01111110
        .byte %11111111
        .byte %11100111
        .byte %10011001
        .byte %10111011
        .byte %11111111
        .byte %11111111
        .byte %11000011
        .byte %10000001
        ds 24
        .byte %00111100
        .byte %01111110
        .byte %11111111
        .byte %11001111
        .byte %00110011
        .byte %00110011
        .byte %11111111
        .byte %11111111
        .byte %11000011
        .byte %10000001
        ds 24
        .byte %00111100
        .byte %01111110
        .byte %11111111
        .byte %11110011
        .byte %11001100
        .byte %11001100
        .byte %11111111
        .byte %11111111
        .byte %11000011
        .byte %10000001
        ds 24
        ALIGN 256
; Characters of 8 lines, upside down
Font
        .byte %01111000
        .byte %11001100
        .byte %11001100
        .byte %11001100
        .byte %11001100
        .byte %11001100
        .byte %11001100
        .byte %01111000
        .byte %01111000
        .byte %00110000
        .byte %00110000
        .byte %00110000
        .byte %00110000
        .byte %00110000
        .byte %01110000
        .byte %00110000
        .byte %11111100
        .byte %11000000
        .byte %01100000
        .byte %00110000
        .byte %00011000
        .byte %00001100
        .byte %11001100
        .byte %01111000
        .byte %01111000
        .byte %11001100
        .byte %00001100
        .byte %00001100
        .byte %00111000
        .byte %00001100
        .byte %11001100
        .byte %01111000
        .byte %00011000
        .byte %00011000
        .byte %00011000
        .byte %11111100
        .byte %11011000
        .byte %01111000
        .byte %00111000
        .byte %00011000
        .byte %01111000
        .byte %11001100
        .byte %00001100
        .byte %00001100
        .byte %11111000
        .byte %11000000
        .byte %11000000
        .byte %11111100
        .byte %01111000
        .byte %11001100
        .byte %11001100
        .byte %11001100
        .byte %11111000
        .byte %11000000
        .byte %01100000
        .byte %00111000
        .byte %00110000
        .byte %00110000
        .byte %00110000
        .byte %00110000
        .byte %00011000
        .byte %00001100
        .byte %00001100
        .byte %11111100
        .byte %01111000
        .byte %11001100
        .byte %11001100
        .byte %11001100
        .byte %01111000
        .byte %11001100
        .byte %11001100
        .byte %01111000
        .byte %01110000
        .byte %00011000
        .byte %00001100
        .byte %00001100
        .byte %01111100
        .byte %11001100
        .byte %11001100
        .byte %01111000
Empty   ds 8
Heart
        .byte %00000000
        .byte %00010000
        .byte %00111000
        .byte %01111100
        .byte %11111110
        .byte %11111110
        .byte %11111110
        .byte %01101100
Title
        .byte %10000010
        .byte %10000010
        .byte %10010010
        .byte %10101010
        .byte %11111110
        .byte %11101110
        .byte %11000110
        .byte %10000010
        .byte %11000110
        .byte %11000110
        .byte %11000110
        .byte %11111110
        .byte %11000110
        .byte %11000110
        .byte %01101100
        .byte %00111000
        .byte %01111100
        .byte %11000110
        .byte %11000110
        .byte %11001110
        .byte %11000000
        .byte %11000000
        .byte %11000110
        .byte %01111100
        .byte %11000000
        .byte %11000000
        .byte %11000000
        .byte %11111100
        .byte %11000110
        .byte %11000110
        .byte %11000110
        .byte %11111100
        .byte %01111110
        .byte %00011000
        .byte %00011000
        .byte %00011000
        .byte %00011000
        .byte %00011000
        .byte %00011000
        .byte %01111110
        .byte %11111110
        .byte %11000000
        .byte %11000000
        .byte %11000000
        .byte %11111000
        .byte %11000000
        .byte %11000000
        .byte %11111110

        ORG $FFFA
        .word Start,Start,Start
